package io.flowfabric.model.id;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of version 7: they sort by the time of their making, so that an index over them grows at its end. Those of one
 * process ascend strictly. Safe for use by any thread.
 */
public final class TimeOrderedUuid {
    private static final int COUNTER_BITS = 12;
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    /** Random numbers of two processes differ even if they were started in the same moment. */
    private static final long SALT = new SecureRandom().nextLong();

    /** Milliseconds since the epoch and a counter below them, as last used. */
    private static final AtomicLong LAST = new AtomicLong();

    private TimeOrderedUuid() {}

    /** A new one. The clock only helps it to sort; that it is unique does not depend on it. */
    public static UUID mint() {
        long now = System.currentTimeMillis() << COUNTER_BITS;
        long stamp = LAST.updateAndGet(last -> Math.max(last + 1, now));
        long high = stamp >>> COUNTER_BITS << 16 | VERSION | stamp & (1 << COUNTER_BITS) - 1;
        return new UUID(high, VARIANT | (ThreadLocalRandom.current().nextLong() ^ SALT) >>> 2);
    }
}
