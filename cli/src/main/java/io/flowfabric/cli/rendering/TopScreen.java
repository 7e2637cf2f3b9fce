package io.flowfabric.cli.rendering;

import io.flowfabric.cli.address.EngineAddress;
import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.id.LaneId;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/** A snapshot of everything, for people. */
public final class TopScreen {
    private static final int MOST_ROWS = 20;

    private final Terminal terminal;

    public TopScreen(Terminal terminal) {
        this.terminal = terminal;
    }

    public void print(TopSnapshot snapshot, EngineAddress store, PrintWriter out) {
        out.println(terminal.paint(Ink.BOLD, Instant.ofEpochMilli(snapshot.at()).toString()) + "  " + store);
        out.println("workers %s   leases %s, expired %s   completed/s %s   ended otherwise/s %s"
                .formatted(
                        snapshot.workers().size(),
                        counted(snapshot.leases()),
                        snapshot.expired() > 0
                                ? terminal.paint(Ink.RED, counted(snapshot.expired()))
                                : counted(snapshot.expired()),
                        rate(snapshot.ended().perSecond(snapshot.ended().succeeded())),
                        rate(snapshot.ended().perSecond(snapshot.ended().others()))));
        out.println();
        lanes(snapshot).print(out);
        if (!snapshot.workers().isEmpty()) {
            out.println();
            workers(snapshot).print(out);
        }
    }

    private Table lanes(TopSnapshot snapshot) {
        var table = Table.headed("LANE", "ELIGIBLE", "WORKERS").numeric(1).numeric(2);
        snapshot.lanes().stream()
                .limit(MOST_ROWS)
                .forEach(lane ->
                        table.row(lane.laneId().value(), counted(lane.eligible()), Long.toString(lane.workers())));
        return table;
    }

    private static Table workers(TopSnapshot snapshot) {
        var table = Table.headed("WORKER", "INSTANCE", "LANES", "HEARD");
        snapshot.workers().stream()
                .limit(MOST_ROWS)
                .forEach(worker -> table.row(
                        worker.workerId().value(),
                        worker.workerInstanceId().value(),
                        worker.lanes().stream().map(LaneId::value).collect(Collectors.joining(",")),
                        Durations.describe(snapshot.at() - worker.lastHeartbeatMs()) + " ago"));
        return table;
    }

    private static String counted(int count) {
        return count >= TopSnapshot.MOST_COUNTED ? TopSnapshot.MOST_COUNTED + "+" : Integer.toString(count);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.1f", perSecond);
    }
}
