package io.flowfabric.cli.command;

import io.flowfabric.cli.command.LaneCollisions.Severity;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.support.ErrorReporter;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.SoloPartitioner;
import io.flowfabric.server.config.ConfigurationException;
import io.flowfabric.server.config.Deployment;
import io.flowfabric.server.config.Settings;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
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
            var lanes = Deployment.lanes(given);
            requireDistinct(lanes);
            print(lanes, Deployment.partitions(given));
            return ExitCodes.OK;
        } catch (ConfigurationException | ValidationException refused) {
            ErrorReporter.print(spec.commandLine(), refused.getMessage());
            return ExitCodes.USAGE;
        }
    }

    private static void requireDistinct(List<LaneId> lanes) {
        var seen = new HashSet<LaneId>();
        for (LaneId lane : lanes) {
            if (!seen.add(lane)) {
                throw new ConfigurationException(
                        "FF_LANES: \"%s\" is there twice; name each lane once.".formatted(lane));
            }
        }
    }

    private void print(List<LaneId> lanes, PartitionConfig partitions) {
        var collisions = LaneCollisions.of(lanes, partitions, SoloPartitioner.CRC16);
        PrintWriter out = spec.commandLine().getOut();
        table(lanes, partitions, collisions).print(out);
        out.println();
        out.println("%s: %d of %d lanes share a partition; there are %d."
                .formatted(
                        shown(collisions.severity()),
                        collisions.colliding(),
                        collisions.lanes(),
                        partitions.flowPartitions()));
        if (collisions.severity() != Severity.CLEAN) {
            out.println();
            HINTS.lines().forEach(out::println);
        }
        out.flush();
    }

    private static Table table(List<LaneId> lanes, PartitionConfig partitions, LaneCollisions collisions) {
        var table = Table.headed(padded("LANE"), "PARTITION", "SHARED WITH").numeric(1);
        ToIntFunction<LaneId> place =
                lane -> SoloPartitioner.CRC16.partitionOf(lane, partitions).index();
        lanes.stream()
                .sorted(Comparator.comparingInt(place).thenComparing(Comparator.naturalOrder()))
                .forEach(lane -> {
                    int partition = place.applyAsInt(lane);
                    String neighbours = collisions.shared().getOrDefault(partition, List.of()).stream()
                            .filter(other -> !other.equals(lane))
                            .map(LaneId::value)
                            .collect(Collectors.joining(", "));
                    table.row(padded(lane.value()), Integer.toString(partition), neighbours);
                });
        return table;
    }

    private static String shown(Severity severity) {
        return severity.name().charAt(0) + severity.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private static String padded(String lane) {
        return lane + " ".repeat(Math.max(0, LANE_WIDTH - lane.length()));
    }
}
