package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.worker.WorkerEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ff workers}. */
@Command(
        name = "workers",
        header = "List the live workers.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ff workers", "  ff workers --lane mail --namespace shop"})
final class WorkersCommand extends EngineCommand {
    @Option(names = "--namespace", paramLabel = "NAME", description = "Only workers of this namespace.")
    private Optional<Namespace> namespace = Optional.empty();

    @Option(names = "--lane", paramLabel = "LANE", description = "Only workers that serve this lane.")
    private Optional<LaneId> lane = Optional.empty();

    @Override
    int run(Engine engine) {
        var workers = EngineQueries.workers(engine, namespace).stream()
                .filter(worker -> lane.isEmpty() || worker.lanes().contains(lane.get()))
                .toList();
        long now = EngineQueries.now(engine);
        return answer(workers, found -> print(found, now));
    }

    private void print(List<WorkerEntry> workers, long now) {
        if (workers.isEmpty()) {
            out().println("No live worker.");
            return;
        }
        var table = Table.headed("WORKER", "INSTANCE", "NAMESPACE", "LANES", "CAPABILITIES", "HEARD", "UP");
        for (var worker : workers) {
            table.row(
                    worker.workerId().value(),
                    worker.workerInstanceId().value(),
                    worker.namespace().value(),
                    worker.lanes().stream().map(LaneId::value).collect(Collectors.joining(",")),
                    worker.capabilities().isEmpty() ? "-" : String.join(",", worker.capabilities()),
                    Durations.describe(now - worker.lastHeartbeatMs()) + " ago",
                    Durations.describe(now - worker.registeredAtMs()));
        }
        table.print(out());
    }
}
