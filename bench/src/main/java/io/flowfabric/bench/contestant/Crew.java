package io.flowfabric.bench.contestant;

import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.process.WorkerProcess;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The workers of a run: one in this process, or one in each of several others. Those others are started and warmed up ahead
 * of time, because a JVM that starts is not what is measured.
 */
final class Crew implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final FlowFabric fabric;
    private final String lane;
    private final List<WorkerProcess> others = new ArrayList<>();
    private Optional<Worker> own = Optional.empty();

    Crew(FlowFabric fabric, String lane) {
        this.fabric = fabric;
        this.lane = lane;
    }

    /** Starts the other processes, when there is to be more than one. */
    void gather(String address, int processes) {
        for (int i = 0; processes > 1 && i < processes; i++) {
            others.add(WorkerProcess.start(address, lane, LEASE));
        }
        others.forEach(WorkerProcess::warmUp);
    }

    /** Begins to claim, with this many handlers in each process. */
    void work(int handlers) {
        if (others.isEmpty()) {
            own = Optional.of(Kinds.handledBy(fabric.worker(lane))
                    .concurrency(handlers)
                    .leaseTtl(LEASE)
                    .start());
        }
        others.forEach(process -> process.work(handlers));
    }

    /** How many executions all of them have completed. */
    long completed() {
        return own.map(Worker::completed).orElse(0L)
                + others.stream().mapToLong(WorkerProcess::completed).sum();
    }

    @Override
    public void close() {
        own.ifPresent(Worker::close);
        others.forEach(WorkerProcess::close);
    }
}
