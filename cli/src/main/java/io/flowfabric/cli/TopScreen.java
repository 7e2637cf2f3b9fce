package io.flowfabric.cli;

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

/** A look at everything, for people. */
final class TopScreen {
    private static final int MOST_ROWS = 20;

    private final Terminal terminal;

    TopScreen(Terminal terminal) {
        this.terminal = terminal;
    }

    void print(TopLook look, EngineAddress store, PrintWriter out) {
        out.println(terminal.paint(Ink.BOLD, Instant.ofEpochMilli(look.at()).toString()) + "  " + store);
        out.println("workers %s   leases %s, expired %s   completed/s %s   ended otherwise/s %s"
                .formatted(
                        look.workers().size(),
                        counted(look.leases()),
                        look.expired() > 0 ? terminal.paint(Ink.RED, counted(look.expired())) : counted(look.expired()),
                        rate(look.ended().perSecond(look.ended().succeeded())),
                        rate(look.ended().perSecond(look.ended().others()))));
        out.println();
        lanes(look).print(out);
        if (!look.workers().isEmpty()) {
            out.println();
            workers(look).print(out);
        }
    }

    private Table lanes(TopLook look) {
        var table = Table.headed("LANE", "ELIGIBLE", "WORKERS").numeric(1).numeric(2);
        look.lanes().stream()
                .limit(MOST_ROWS)
                .forEach(lane ->
                        table.row(lane.laneId().value(), counted(lane.eligible()), Long.toString(lane.workers())));
        return table;
    }

    private static Table workers(TopLook look) {
        var table = Table.headed("WORKER", "INSTANCE", "LANES", "HEARD");
        look.workers().stream()
                .limit(MOST_ROWS)
                .forEach(worker -> table.row(
                        worker.workerId().value(),
                        worker.workerInstanceId().value(),
                        worker.lanes().stream().map(LaneId::value).collect(Collectors.joining(",")),
                        Durations.describe(look.at() - worker.lastHeartbeatMs()) + " ago"));
        return table;
    }

    private static String counted(int count) {
        return count >= TopLook.MOST_COUNTED ? TopLook.MOST_COUNTED + "+" : Integer.toString(count);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.1f", perSecond);
    }
}
