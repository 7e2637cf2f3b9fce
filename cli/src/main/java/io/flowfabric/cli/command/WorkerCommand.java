package io.flowfabric.cli.command;

import io.flowfabric.cli.option.StoreOption;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.cli.support.StopSignals;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff worker}. */
@Command(
        name = "worker",
        header = "Run a shell command for every execution of one or more lanes.",
        description = {
            "The payload is the command's standard input, and what it prints becomes the result, at most 1 MiB. Its"
                    + " standard error is passed on.",
            "Exit code 0 completes the execution. Exit code 100 fails it for good. Any other fails the attempt, with the"
                    + " last lines of standard error as the reason, and the execution's policy decides about a retry.",
            "A command that loses its lease is killed with everything it started, for another worker may already be at"
                    + " it. Ctrl-C or SIGTERM stops claiming and gives running commands 10 seconds to finish; the exit code is 0"
                    + " then."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "The command's environment:",
            "  FF_EXECUTION_ID    the execution",
            "  FF_ATTEMPT_INDEX   0 for the first attempt",
            "  FF_EXECUTION_KIND  what it was submitted as",
            "  FF_LANE            the lane",
            "",
            "Examples:",
            "  ff worker --exec 'tr a-z A-Z'",
            "  ff worker --lane mail --kind send --exec './send-mail.sh' --concurrency 8",
            "  ff worker --lane orders=3 --lane mail --exec './work.sh'",
            "  ff worker --exec 'curl -fsS --json @- https://example.org/hook' --lease 2m"
        })
final class WorkerCommand implements Callable<Integer> {
    private static final int MAX_CONCURRENCY = 256;
    private static final int MAX_WEIGHT = Limits.LANE_WEIGHT;
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The tenant. Otherwise default.")
    private Namespace namespace;

    @Option(
            names = "--lane",
            paramLabel = "LANE[=WEIGHT]",
            mapFallbackValue = Option.NULL_VALUE,
            description =
                    "A lane to serve; may be repeated. While several have work, one of weight 3 gets three times as"
                            + " much as one of weight 1. Otherwise default, and weight 1.")
    private Map<LaneId, Optional<Integer>> lanes = new LinkedHashMap<>();

    @Option(names = "--exec", required = true, paramLabel = "COMMAND", description = "What to run, by sh -c.")
    private String command;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Run the command for this kind only; may be repeated. Executions of other kinds on the lane"
                    + " fail with runtime_no_handler. Otherwise every kind.")
    private List<String> kinds = new ArrayList<>();

    @Option(names = "--concurrency", paramLabel = "N", defaultValue = "4", description = "N at a time. Otherwise 4.")
    private int concurrency;

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How long other workers wait before they reclaim from a worker that is gone. Otherwise 30s.")
    private Duration lease;

    @Option(names = "--max-tasks", paramLabel = "N", description = "Stop once N tasks have ended.")
    private int maxTasks;

    @Override
    public Integer call() throws InterruptedException {
        if (lanes.isEmpty()) {
            lanes.put(new LaneId("default"), Optional.empty());
        }
        check();
        var err = spec.commandLine().getErr();
        var options = FabricOptions.DEFAULT.withNamespace(namespace.value());
        try (var fabric = FlowFabric.open(store.address().text(), options);
                var shell = new ShellCommand(command, System.err)) {
            var tally = new TaskTally(new ShellHandler(shell), maxTasks);
            var worker = start(fabric, tally);
            var stop = new WorkerStop(worker, shell, fabric, err);
            stop.atExit();
            StopSignals.onEach(tally::callOff);
            err.println("ff: working on %s %s of %s, %d at a time. Ctrl-C stops."
                    .formatted(
                            lanes.size() > 1 ? "lanes" : "lane",
                            lanes.keySet().stream().map(LaneId::value).collect(Collectors.joining(", ")),
                            store.address(),
                            concurrency));
            err.flush();
            tally.awaitLast();
            stop.now();
        }
        return ExitCodes.OK;
    }

    private Worker start(FlowFabric fabric, TaskTally handler) {
        var builder = fabric.worker(lanes.keySet().stream().map(LaneId::value).toArray(String[]::new))
                .concurrency(concurrency)
                .leaseTtl(lease);
        lanes.forEach((lane, weight) -> weight.ifPresent(given -> builder.lane(lane.value(), given)));
        if (kinds.isEmpty()) {
            builder.onAnyKind(handler);
        } else {
            kinds.forEach(kind -> builder.on(kind, handler));
        }
        return builder.start();
    }

    private void check() {
        lanes.forEach((lane, weight) -> {
            if (weight.isPresent() && (weight.get() < 1 || weight.get() > MAX_WEIGHT)) {
                throw refused("--lane: \"%s=%d\" has a weight out of range; use 1 to %d."
                        .formatted(lane, weight.get(), MAX_WEIGHT));
            }
        });
        if (command.isBlank()) {
            throw refused("--exec: \"" + command + "\" is not a command; write what sh -c should run.");
        }
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
            throw refused("--concurrency: \"" + concurrency + "\" is out of range; use 1 to " + MAX_CONCURRENCY + ".");
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0) {
            throw refused("--lease: \"" + lease.toMillis() + "ms\" is too short; use 1s or more.");
        }
        if (maxTasks < 0) {
            throw refused("--max-tasks: \"" + maxTasks + "\" is negative; use 1 or more.");
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
