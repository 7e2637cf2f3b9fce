package io.flowfabric.bench.scenario;

import io.flowfabric.bench.plot.FlameGraph;
import io.flowfabric.bench.profile.Recorder;
import io.flowfabric.bench.system.FlowFabricRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;

/** Where our time goes in S1, as a flame graph. */
record Profile(Path directory, String store, Recorder recorder) {

    Profile(Path directory, String store) {
        this(directory, store, new Recorder());
    }

    /** Draws what was recorded so far into {@code s1-<store>.svg}, such as {@code s1-postgresql-18.svg}. */
    void draw(Session session) throws IOException {
        var load = session.load();
        var flames = recorder.flames();
        var notes = new ArrayList<String>();
        notes.add(String.format(
                Locale.ROOT,
                "%,.0f samples of threads at work, one every %d ms: %d × %,d executions of %,d bytes, submitted and done.",
                flames.all().samples(),
                Recorder.INTERVAL.toMillis(),
                load.repeats(),
                load.executions(),
                load.payloadBytes()));
        if (flames.waitingShare() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Left out: idle threads, and those that read from a socket, %.0f %% of all others: they wait for the server.",
                    100 * flames.waitingShare()));
        }
        notes.add("A thread in native code counts, whether it computes there or waits for the system.");
        Files.createDirectories(directory);
        var file = directory.resolve("s1-%s.svg".formatted(store.replace(' ', '-')));
        FlameGraph.write(
                "Where the time of %s goes: S1 on %s".formatted(FlowFabricRun.NAME, store), notes, flames.all(), file);
        session.progress().say("The flame graph is " + file);
    }
}
