package io.flowfabric.store.sqlite;

import io.flowfabric.model.id.ExecutionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process was answered while it hammered a store.
 *
 * @param created executions whose creation was acknowledged
 * @param completed executions whose completion was acknowledged
 * @param failures every exception that reached a caller
 * @param groups how many groups the process committed
 * @param longestWait of all its calls
 * @param stall how long the machine itself held the process up at most
 */
record HammerReport(
        List<ExecutionId> created,
        List<ExecutionId> completed,
        List<String> failures,
        long groups,
        Duration longestWait,
        Duration stall) {

    void write(Path file) throws IOException {
        var lines = new ArrayList<String>();
        created.forEach(id -> lines.add("created " + id));
        completed.forEach(id -> lines.add("completed " + id));
        failures.forEach(failure -> lines.add("failure " + failure.replace('\n', ' ')));
        lines.add("groups " + groups);
        lines.add("wait " + longestWait);
        lines.add("stall " + stall);
        Files.write(file, lines);
    }

    static HammerReport read(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        return new HammerReport(
                ids(lines, "created "),
                ids(lines, "completed "),
                rests(lines, "failure "),
                Long.parseLong(rests(lines, "groups ").get(0)),
                Duration.parse(rests(lines, "wait ").get(0)),
                Duration.parse(rests(lines, "stall ").get(0)));
    }

    private static List<ExecutionId> ids(List<String> lines, String word) {
        return rests(lines, word).stream().map(ExecutionId::parse).toList();
    }

    private static List<String> rests(List<String> lines, String word) {
        return lines.stream()
                .filter(line -> line.startsWith(word))
                .map(line -> line.substring(word.length()))
                .toList();
    }
}
