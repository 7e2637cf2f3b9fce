package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.option.ListFilter;
import io.flowfabric.cli.option.WatchOption;
import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.cli.rendering.ExecutionSummary;
import io.flowfabric.cli.rendering.Listing;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.rendering.StateInk;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.partition.PartitionIndex;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "  ff list --lane mail --kind letter --tag acme.customer=42",
            "  ff list --state active --watch",
            "  ff list --cursor '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff list --json | jq -r '.executions[].execution_id'"
        })
final class ListCommand extends EngineCommand {
    private static final int MAX_LIMIT = Limits.PAGE;

    private final Terminal terminal;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most N, up to 1000. Otherwise 50.")
    private int limit;

    @Option(names = "--cursor", paramLabel = "ID", description = "Go on behind this execution.")
    private Optional<ExecutionId> cursor = Optional.empty();

    @Mixin
    private ListFilter filter;

    @Option(names = "--partition", paramLabel = "N", description = "Only executions of this partition.")
    private Optional<Integer> partition = Optional.empty();

    @Mixin
    private WatchOption watch;

    ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    void check() {
        watch.check().ifPresent(problem -> {
            throw refused(problem);
        });
        if (limit < 1 || limit > MAX_LIMIT) {
            throw refused("--limit: \"" + limit + "\" is out of range; use 1 to " + MAX_LIMIT + ".");
        }
        partition.filter(index -> index < 0 || index > PartitionIndex.MAX).ifPresent(index -> {
            throw refused("--partition: \"" + index + "\" is out of range; use 0 to " + PartitionIndex.MAX + ".");
        });
    }

    @Override
    int run(Engine engine) {
        if (isJson()) {
            Output.json(out(), read(engine));
        } else {
            watch.screen(out(), terminal).show(frame -> print(read(engine), EngineQueries.now(engine), frame));
        }
        return ExitCodes.OK;
    }

    private Listing read(Engine engine) {
        var index = partition.map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return Listing.read(engine, new Listing.Query(index, cursor, filter, limit));
    }

    private void print(Listing listing, long now, PrintWriter out) {
        var table = Table.headed("ID", "STATE", "LANE", "KIND", "ATTEMPTS", "AGE")
                .numeric(4)
                .painted(1, text -> StateInk.paint(terminal, text));
        listing.executions().forEach(execution -> table.row(row(execution, now)));
        table.print(out);
        listing.nextCursor().ifPresent(next -> {
            out.flush();
            // Beside a page that is drawn again and again there is no room for another stream.
            (watch.isOn() ? out : commandLine().getErr()).println("more: the same with --cursor '" + next + "'");
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
}
