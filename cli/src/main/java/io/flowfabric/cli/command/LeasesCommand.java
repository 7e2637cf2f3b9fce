package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ff leases}. */
@Command(
        name = "leases",
        header = "List leases, the one that ends or ended first before the others.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ff leases", "  ff leases --expired --limit 20"})
final class LeasesCommand extends EngineCommand {
    private static final int MOST = 10_000;

    private final Terminal terminal;

    @Option(names = "--expired", description = "Only leases that expired and were not reclaimed.")
    private boolean expired;

    @Option(names = "--namespace", paramLabel = "NAME", description = "Only executions of this namespace.")
    private Optional<Namespace> namespace = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "At most N, up to 10000. Otherwise 100.")
    private int limit;

    LeasesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    void check() {
        if (limit < 1 || limit > MOST) {
            throw refused("--limit: \"" + limit + "\" is out of range; use 1 to " + MOST + ".");
        }
    }

    @Override
    int run(Engine engine) {
        long now = EngineQueries.now(engine);
        var page = EngineQueries.leases(engine, expired ? now : Long.MAX_VALUE, namespace, limit);
        return answer(page, found -> print(found, now));
    }

    private void print(ExpiredLeasePage page, long now) {
        if (page.entries().isEmpty()) {
            out().println(expired ? "No lease has expired." : "No lease is held.");
            return;
        }
        var table = Table.headed("EXECUTION", "INSTANCE", "EPOCH", "ATTEMPT", "ENDS")
                .numeric(2)
                .numeric(3)
                .painted(4, text -> text.endsWith("ago") ? terminal.paint(Ink.RED, text) : text);
        page.entries().forEach(lease -> table.row(row(lease, now)));
        table.print(out());
        page.cursor().ifPresent(more -> {
            out().flush();
            commandLine().getErr().println("more: raise --limit");
        });
    }

    private static String[] row(ExpiredLease lease, long now) {
        long left = lease.expiresAtMs() - now;
        return new String[] {
            lease.executionId().toString(),
            lease.workerInstanceId().value(),
            Long.toString(lease.leaseEpoch()),
            Integer.toString(lease.attemptIndex()),
            left > 0 ? "in " + Durations.describe(left) : Durations.describe(-left) + " ago"
        };
    }
}
