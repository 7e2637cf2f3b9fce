package io.flowfabric.cli.demo;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the demo found in the store.
 *
 * @param workTime from the first lease to the last end
 * @param reclaimMs from the kill to the first reclaim
 */
record DemoReport(List<Trail> trails, DemoAudit audit, Duration workTime, OptionalLong reclaimMs) {
    private static final int SHOWN_PROBLEMS = 10;

    void print(PrintWriter out, Terminal terminal) {
        out.println(terminal.paint(Ink.BOLD, "What the store says"));
        var table = Table.indented("  ").painted(0, label -> terminal.paint(Ink.DIM, label));
        table.row("states", counted(trails.stream().map(DemoReport::state)));
        table.row(
                "attempts",
                counted(trails.stream()
                        .flatMap(trail ->
                                trail.attempts().stream().map(a -> a.type().literal()))));
        table.row("retried", retried() + " executions, " + attempts(AttemptType.RETRY) + " times");
        table.row("reclaimed", reclaimed() + " executions, " + attempts(AttemptType.RECLAIM) + " times");
        table.row(
                "completions",
                trails.stream().mapToLong(Trail::completions).sum() + " events for " + trails.size() + " executions");
        table.row("throughput", throughput());
        table.row(
                "reclaim",
                reclaimMs.isPresent()
                        ? Durations.describe(reclaimMs.getAsLong()) + " after the kill"
                        : "not needed: nothing was leased when the worker was killed");
        table.print(out);
        problems().forEach(problem -> out.println(terminal.paint(Ink.RED, "  " + problem)));
    }

    /** The line that other programs may read. */
    void result(PrintWriter out) {
        out.println("demo: %d executions, %d retried, %d reclaimed, %d lost, %d doubled"
                .formatted(trails.size(), retried(), reclaimed(), audit.lost(), audit.doubled()));
    }

    long retried() {
        return trails.stream().filter(trail -> trail.counters().retries() > 0).count();
    }

    long reclaimed() {
        return trails.stream()
                .filter(trail -> trail.attemptsOf(AttemptType.RECLAIM) > 0)
                .count();
    }

    /** The execution with the longest story. */
    ExecutionId mostEventful() {
        return trails.stream()
                .max(Comparator.comparingInt(trail -> trail.attempts().size()))
                .orElseThrow()
                .id();
    }

    private long attempts(AttemptType type) {
        return trails.stream().mapToLong(trail -> trail.attemptsOf(type)).sum();
    }

    private String throughput() {
        long millis = Math.max(1, workTime.toMillis());
        return "%d executions/s over %s, the reclaim included"
                .formatted(trails.size() * 1000L / millis, Durations.describe(millis));
    }

    private List<String> problems() {
        var shown = audit.problems().stream().limit(SHOWN_PROBLEMS);
        int more = audit.problems().size() - SHOWN_PROBLEMS;
        return Stream.concat(shown, Optional.of("and " + more + " more").filter(text -> more > 0).stream())
                .toList();
    }

    private static String state(Trail trail) {
        return trail.state().map(PublicState::literal).orElse("unknown");
    }

    private static String counted(Stream<String> words) {
        return words.collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).entrySet().stream()
                .sorted((left, right) -> Long.compare(right.getValue(), left.getValue()))
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
