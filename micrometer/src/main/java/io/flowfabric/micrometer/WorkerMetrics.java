package io.flowfabric.micrometer;

import io.flowfabric.sdk.Worker;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/**
 * Counts how often a worker had no room for more: {@code ff.worker.at.capacity}, in Prometheus
 * {@code ff_worker_at_capacity_total}. Workers that are bound to one registry are told apart by {@code worker}, the name of
 * the instance.
 *
 * <pre>{@code
 * var worker = fabric.worker("orders").on(…).start();
 * new WorkerMetrics(worker).bindTo(registry);
 * }</pre>
 */
public final class WorkerMetrics implements MeterBinder {
    private final Worker worker;

    /** Of a worker, which stays its owner's. */
    public WorkerMetrics(Worker worker) {
        this.worker = Objects.requireNonNull(worker, "worker");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("ff.worker.at.capacity", worker, Worker::timesAtCapacity)
                .description("Claims that were put off because every slot of the worker was taken")
                .tag("worker", worker.instanceId().value())
                .register(registry);
    }
}
