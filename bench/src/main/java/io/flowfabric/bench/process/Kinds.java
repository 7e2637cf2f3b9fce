package io.flowfabric.bench.process;

import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.worker.WorkerBuilder;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The handlers of the benchmark, for workers of this process and of others. */
public final class Kinds {
    /** Does nothing, and has a small result. */
    public static final String NOOP = "noop";

    /** Answers the moment at which it was started, see {@link #nanos(byte[])}. */
    public static final String STAMP = "stamp";

    /** Where it is held, holds its lease for as long as its worker lives; elsewhere answers as {@link #STAMP} does. */
    public static final String HOLD = "hold";

    private static final byte[] OK = {'o', 'k'};

    private Kinds() {}

    /** Teaches a worker all kinds. */
    public static WorkerBuilder handledBy(WorkerBuilder worker) {
        return worker.on(NOOP, task -> Optional.of(OK))
                .on(STAMP, task -> Optional.of(stamp()))
                .on(HOLD, task -> Optional.of(stamp()));
    }

    /** Teaches a worker to hold what is to be held. */
    static WorkerBuilder heldBy(WorkerBuilder worker) {
        return worker.on(HOLD, Kinds::hold);
    }

    /** The moment, by the clock that all processes of a machine share. */
    public static byte[] stamp() {
        return ByteBuffer.allocate(Long.BYTES).putLong(nanosNow()).array();
    }

    /** Nanoseconds since the epoch. */
    public static long nanosNow() {
        var now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The moment of a stamp, as {@link #nanosNow()} counts. */
    public static long nanos(byte[] stamp) {
        return ByteBuffer.wrap(stamp).getLong();
    }

    private static Optional<byte[]> hold(Task task) throws InterruptedException {
        new CountDownLatch(1).await();
        throw new IllegalStateException("execution " + task.executionId() + " was held for ever");
    }
}
