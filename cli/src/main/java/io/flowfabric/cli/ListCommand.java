package io.flowfabric.cli;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.partition.PartitionIndex;
import io.flowfabric.model.state.PublicState;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff list}. */
@Command(
        name = "list",
        header = "List executions in the order of their ids.",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  ff list",
            "  ff list --state failed --limit 20",
            "  ff list --cursor '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff list --json | jq -r '.executions[].execution_id'"
        })
final class ListCommand implements Callable<Integer> {
    private static final int MAX_LIMIT = 1000;

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most N, up to 1000. Otherwise 50.")
    private int limit;

    @Option(names = "--cursor", paramLabel = "ID", description = "Go on behind this execution.")
    private Optional<ExecutionId> cursor = Optional.empty();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only executions in this state, such as waiting, active or failed.")
    private Optional<PublicState> state = Optional.empty();

    @Option(names = "--partition", paramLabel = "N", description = "Only executions of this partition.")
    private Optional<Integer> partition = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var query = new Listing.Query(checkedPartition(), cursor, state, checkedLimit());
        Listing listing;
        try (var fabric = store.openExisting()) {
            listing = Listing.read(fabric.engine(), query);
        }
        var out = spec.commandLine().getOut();
        if (json) {
            Output.json(out, listing);
        } else {
            print(listing, out);
        }
        out.flush();
        return ExitCodes.OK;
    }

    private void print(Listing listing, PrintWriter out) {
        long now = Instant.now().toEpochMilli();
        var table = Table.headed("ID", "STATE", "LANE", "KIND", "ATTEMPTS", "AGE")
                .numeric(4)
                .painted(1, text -> StateInk.paint(terminal, text));
        listing.executions().forEach(execution -> table.row(row(execution, now)));
        table.print(out);
        listing.nextCursor().ifPresent(next -> {
            out.flush();
            spec.commandLine().getErr().println("more: ff list --cursor '" + next + "'");
        });
    }

    private static String[] row(ExecutionSummary execution, long now) {
        return new String[] {
            execution.executionId().toString(),
            execution.publicState().literal(),
            execution.laneId().value(),
            execution.executionKind(),
            Integer.toString(execution.attempts()),
            Durations.describe(now - execution.createdAt())
        };
    }

    private int checkedLimit() {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw refused("--limit: \"" + limit + "\" is out of range; use 1 to " + MAX_LIMIT + ".");
        }
        return limit;
    }

    private OptionalInt checkedPartition() {
        partition.filter(index -> index < 0 || index > PartitionIndex.MAX).ifPresent(index -> {
            throw refused("--partition: \"" + index + "\" is out of range; use 0 to " + PartitionIndex.MAX + ".");
        });
        return partition.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
