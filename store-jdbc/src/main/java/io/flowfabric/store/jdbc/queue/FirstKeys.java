package io.flowfabric.store.jdbc.queue;

/**
 * How many keys of candidates a claim reads from each queue of a lane before it knows which queues it needs. As many of
 * these keys as are wanted make a bound that nothing beyond can get below, so only queues whose last key lies before it
 * are read on. A claim then costs what its queues give, and not as many times its limit as there are queues.
 */
public final class FirstKeys {
    private FirstKeys() {}

    /** Twice the share of a queue and one more, so that of queues that are alike hardly one is read on. */
    public static int ofEachQueue(int wanted, int queues) {
        return Math.min(wanted, 1 + (2 * wanted + queues - 1) / Math.max(1, queues));
    }
}
