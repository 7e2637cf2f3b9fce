package io.flowfabric.cli;

import io.flowfabric.cli.PartitionCollisions.Severity;
import io.flowfabric.cli.console.Table;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.server.config.ConfigurationException;
import io.flowfabric.server.config.Deployment;
import io.flowfabric.server.config.Settings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ff server admin partition-collisions}. */
@Command(
        name = "partition-collisions",
        header = "Show which lanes of FF_LANES share a partition.",
        description = {
            "Executions without a flow are put into the partition that follows from the name of their lane. This computes"
                    + " it from FF_LANES and FF_FLOW_PARTITIONS, and asks no store.",
            "SQLite and PostgreSQL hold all partitions together, so that a collision costs nothing there; it does where"
                    + " partitions are spread over machines.",
            "Clean: no lane shares its partition. Watch: less than 5 %% of them do. Elevated: up to 15 %%. Remediate: more."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  FF_LANES=orders,mail ff server admin partition-collisions",
            "  ff server --lanes orders,mail admin partition-collisions"
        })
final class PartitionCollisionsCommand implements Callable<Integer> {
    private static final String HINTS = """
            1. Rename a lane that shares its partition, as long as nothing is submitted
               there: the name decides. This command tells where another name leads.
            2. Give a new store more partitions, with FF_FLOW_PARTITIONS; they are fixed
               for its life.
            3. Mint the ids of a busy lane yourself, spread over all partitions: an id
               names its partition, as in {fp:7}:<uuid>.""";

    private static final int LANE_WIDTH = 16;

    @Spec
    private CommandSpec spec;

    private final Supplier<Settings> settings;

    /** @param settings those of the server */
    PartitionCollisionsCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() {
        try {
            var given = settings.get();
            var partitions = Deployment.partitions(given);
            print(PartitionCollisions.of(Deployment.lanes(given), partitions), partitions);
            return ExitCodes.OK;
        } catch (ConfigurationException | IllegalArgumentException | ValidationException refused) {
            ErrorReporter.print(spec.commandLine(), refused.getMessage());
            return ExitCodes.USAGE;
        }
    }

    private void print(PartitionCollisions collisions, PartitionConfig partitions) {
        PrintWriter out = spec.commandLine().getOut();
        var table = Table.headed(padded("LANE"), "PARTITION", "SHARED WITH").numeric(1);
        for (var place : collisions.places()) {
            String neighbours = place.neighbours().stream().map(LaneId::value).collect(Collectors.joining(", "));
            table.row(padded(place.lane().value()), Integer.toString(place.partition()), neighbours);
        }
        table.print(out);
        out.println();
        out.println("%s: %d of %d lanes share a partition, of %d."
                .formatted(
                        collisions.severity(),
                        collisions.colliding(),
                        collisions.places().size(),
                        partitions.flowPartitions()));
        if (collisions.severity() != Severity.CLEAN) {
            out.println();
            HINTS.lines().forEach(out::println);
        }
        out.flush();
    }

    private static String padded(String lane) {
        return lane + " ".repeat(Math.max(0, LANE_WIDTH - lane.length()));
    }
}
