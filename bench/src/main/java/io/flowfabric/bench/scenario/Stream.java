package io.flowfabric.bench.scenario;

import io.flowfabric.bench.process.Kinds;
import io.flowfabric.bench.system.BulkSubmission;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** S1's work as a stream: submitted as fast as it is done, with some thousands always waiting. */
final class Stream {
    private static final int DEPTH = 5 * BulkSubmission.BATCH;
    private static final long PAUSE_NANOS = 500_000;
    private static final long SECOND = 1_000_000_000L;

    private final FlowFabric fabric;
    private final Load load;
    private final ClaimProbe probe;

    Stream(FlowFabric fabric, Load load) {
        this.fabric = fabric;
        this.load = load;
        this.probe = new ClaimProbe(fabric.engine());
    }

    ClaimProbe probe() {
        return probe;
    }

    /** Lets it flow for a while; answers how many were completed in each second of it. */
    List<Double> flow(Duration lasts) throws Exception {
        var threads = Executors.newFixedThreadPool(2);
        long deadline = System.nanoTime() + lasts.toNanos();
        try (var worker = Kinds.handledBy(fabric.worker(FlowFabricRun.LANE))
                .concurrency(load.workers())
                .start()) {
            Future<?> feeding = threads.submit(() -> feed(worker, deadline));
            Future<?> probing = threads.submit(() -> probe.run(lasts));
            var perSecond = count(worker, deadline);
            feeding.get();
            probing.get();
            return perSecond;
        } finally {
            threads.shutdownNow();
        }
    }

    private void feed(Worker worker, long deadline) {
        CreateExecution execution = BulkSubmission.execution(FlowFabricRun.LANE, Kinds.NOOP, load.payload())
                .build();
        long submitted = 0;
        while (System.nanoTime() < deadline) {
            if (submitted - worker.completed() - probe.count() < DEPTH) {
                BulkSubmission.submit(fabric.engine(), BulkSubmission.BATCH, execution);
                submitted += BulkSubmission.BATCH;
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static List<Double> count(Worker worker, long deadline) {
        var perSecond = new ArrayList<Double>();
        long at = System.nanoTime();
        long before = worker.completed();
        while (at < deadline) {
            long next = Math.min(at + SECOND, deadline);
            while (System.nanoTime() < next) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            long now = System.nanoTime();
            long completed = worker.completed();
            perSecond.add((completed - before) * (double) SECOND / (now - at));
            at = now;
            before = completed;
        }
        return perSecond;
    }
}
