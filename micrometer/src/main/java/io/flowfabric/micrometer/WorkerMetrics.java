package io.flowfabric.micrometer;

import io.flowfabric.sdk.worker.Worker;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/**
 * Counts how often a worker had no free slot: {@code ff.worker.at.capacity}, in Prometheus
 * {@code ff_worker_at_capacity_total}. Workers bound to one registry are distinguished by {@code worker}, the instance
 * id.
 *
 * <pre>{@code
 * var worker = fabric.worker("orders").on(…).start();
 * new WorkerMetrics(worker).bindTo(registry);
 * }</pre>
 */
public final class WorkerMetrics implements MeterBinder {
    private final Worker worker;

    /** For a worker, which the caller closes. */
    public WorkerMetrics(Worker worker) {
        this.worker = Objects.requireNonNull(worker, "worker");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("ff.worker.at.capacity", worker, Worker::timesAtCapacity)
                .description("Claims postponed because all slots of the worker were taken")
                .tag("worker", worker.instanceId().value())
                .register(registry);
    }
}
