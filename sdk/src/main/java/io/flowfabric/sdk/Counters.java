package io.flowfabric.sdk;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a worker has done so far. Safe for use by any thread. */
final class Counters {
    final LongAdder completed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder retried = new LongAdder();
    final AtomicInteger running = new AtomicInteger();
}
