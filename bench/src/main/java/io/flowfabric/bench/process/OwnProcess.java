package io.flowfabric.bench.process;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.worker.Worker;
import io.flowfabric.sdk.worker.WorkerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A worker in this process, on an engine that the caller opened and closes. */
public final class OwnProcess implements WorkerHost {
    private final FlowFabric fabric;
    private final Duration lease;
    private Optional<Worker> worker = Optional.empty();

    /** Claims nothing before {@link #work}. */
    public OwnProcess(FlowFabric fabric, Duration lease) {
        this.fabric = fabric;
        this.lease = lease;
    }

    @Override
    public void work(int handlers, List<String> lanes) {
        start(Kinds.handledBy(worker(lanes)), handlers);
    }

    /** Begins to claim what is to be held, and holds it. */
    void hold(int handlers, List<String> lanes) {
        start(Kinds.heldBy(worker(lanes)), handlers);
    }

    private WorkerBuilder worker(List<String> lanes) {
        return fabric.worker(lanes.toArray(String[]::new));
    }

    private void start(WorkerBuilder builder, int handlers) {
        worker = Optional.of(builder.concurrency(handlers).leaseTtl(lease).start());
    }

    @Override
    public void rest() {
        worker.ifPresent(Worker::close);
        worker = Optional.empty();
    }

    @Override
    public long completed() {
        return worker.map(Worker::completed).orElse(0L);
    }

    /** How many handlers run now. */
    int running() {
        return worker.map(Worker::running).orElse(0);
    }

    @Override
    public void close() {
        rest();
    }
}
