package io.flowfabric.model.execution;

/**
 * What has been counted over an execution's whole life. None of them ever decreases.
 *
 * @param attempts how many attempts were ever created, which is also the index the next new one gets
 */
public record Counters(int attempts, int retries, int replays, int reclaims) {
    /** Nothing has happened yet. */
    public static final Counters ZERO = new Counters(0, 0, 0, 0);

    public Counters plusAttempt() {
        return new Counters(attempts + 1, retries, replays, reclaims);
    }

    public Counters plusRetry() {
        return new Counters(attempts, retries + 1, replays, reclaims);
    }

    public Counters plusReplay() {
        return new Counters(attempts, retries, replays + 1, reclaims);
    }

    public Counters plusReclaim() {
        return new Counters(attempts, retries, replays, reclaims + 1);
    }
}
