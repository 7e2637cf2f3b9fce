package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.bench.system.FlowFabricRun;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Claims and completes a single execution now and then, and notes how long the claim took, early and late. */
final class ClaimProbe {
    private static final long PAUSE_NANOS = 50_000_000;

    private static final ClaimRequest ONE = new ClaimRequest(
            new LaneId(FlowFabricRun.LANE),
            new WorkerId("probe"),
            new WorkerInstanceId("probe-1"),
            CapabilitySet.EMPTY,
            Optional.of(new Namespace("default")),
            Duration.ofSeconds(30).toMillis(),
            0,
            1);

    private final Engine engine;
    private final Latencies all = new Latencies();
    private final Latencies first = new Latencies();
    private final Latencies last = new Latencies();
    private final AtomicInteger count = new AtomicInteger();

    ClaimProbe(Engine engine) {
        this.engine = engine;
    }

    /** How many it has completed. */
    int count() {
        return count.get();
    }

    Latencies all() {
        return all;
    }

    /** Of the first fifth of the time. */
    Latencies first() {
        return first;
    }

    /** Of the last fifth of the time. */
    Latencies last() {
        return last;
    }

    void run(Duration lasts) {
        long began = System.nanoTime();
        for (long passed = 0; passed < lasts.toNanos(); passed = System.nanoTime() - began) {
            long took = claim();
            all.add(took);
            if (passed < lasts.toNanos() / 5) {
                first.add(took);
            } else if (passed >= lasts.toNanos() / 5 * 4) {
                last.add(took);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        // However slow they are, there is a last one.
        last.add(claim());
    }

    private long claim() {
        long before = System.nanoTime();
        var claims = engine.call(Catalogue.CLAIM, ONE).claims();
        long took = System.nanoTime() - before;
        for (var claim : claims) {
            engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
            count.incrementAndGet();
        }
        return took;
    }
}
