package io.flowfabric.sdk.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a worker. Safe for use by any thread. */
final class WorkerCounters {
    final LongAdder completed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder retried = new LongAdder();
    final AtomicInteger running = new AtomicInteger();
}
