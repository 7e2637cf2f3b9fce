package io.flowfabric.model.policy.retry;

/** How long a retry waits. */
public sealed interface Backoff permits FixedBackoff, ExponentialBackoff {

    /**
     * The wait before the next retry in whole milliseconds, jitter not applied.
     *
     * @param retryCount the retries made so far, 0 for the first
     * @throws IllegalArgumentException if the count is negative
     */
    long delayMs(int retryCount);

    /** Whether the wait is to be drawn uniformly from 0 to {@link #delayMs}. */
    boolean jitter();
}
