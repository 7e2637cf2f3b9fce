package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.sdk.internal.StopSignal;
import java.util.function.LongSupplier;

/**
 * What the threads of a worker share.
 *
 * @param stop given when nothing more is to be claimed or started
 * @param clock the monotonic clock in nanoseconds, as {@link System#nanoTime()} counts
 */
record WorkerParts(
        Engine engine,
        WorkerSettings settings,
        Prefetch prefetch,
        Slots slots,
        KindLimits limits,
        StopSignal stop,
        LongSupplier clock) {}
