package io.flowfabric.bench.micro;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * How much memory the engine allocates for an execution from its claim to its completion, by the counters of the threads,
 * with a store that does nothing. What callers and handlers allocate is not part of it.
 */
public final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
    private static final int BATCH = 256;
    private static final int WARM_UP = 80 * BATCH;
    private static final int MEASURED = 80 * BATCH;
    private static final Optional<Payload> RESULT = Optional.of(Payload.of(new byte[] {'o', 'k'}));

    private Allocation() {}

    /** Bytes per execution. */
    public static long perExecution() {
        try (var engine =
                LocalEngine.start(new NothingStore(WARM_UP + MEASURED), EngineSettings.DEFAULT.withTimers(false))) {
            claimAndComplete(engine, WARM_UP);
            long before = allocated();
            claimAndComplete(engine, MEASURED);
            return (allocated() - before) / MEASURED;
        }
    }

    static void claimAndComplete(Engine engine, int count) {
        for (int done = 0; done < count; done += BATCH) {
            for (var claim : engine.call(Catalogue.CLAIM, claim(BATCH)).claims()) {
                engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), RESULT));
            }
        }
    }

    private static ClaimRequest claim(int limit) {
        return new ClaimRequest(
                Specimens.LANE,
                Specimens.ACQUISITION.workerId(),
                Specimens.ACQUISITION.workerInstanceId(),
                CapabilitySet.EMPTY,
                Optional.of(Specimens.SUBMITTED.namespace()),
                Specimens.ACQUISITION.leaseTtlMs(),
                0,
                limit);
    }

    /** By all threads: a call may be carried out by another one than the caller's. */
    private static long allocated() {
        return LongStream.of(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
