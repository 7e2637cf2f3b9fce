package io.flowfabric.model.execution;

import java.util.OptionalLong;

/**
 * The times of an execution, in milliseconds since the epoch, all by the store's clock.
 *
 * @param startedAt the first claim ever; survives retries and replays
 * @param lastTransitionAt the last change of the state vector other than a lease expiring or being revoked
 * @param lastMutationAt the last write of any kind
 */
public record Timing(
        long createdAt, OptionalLong startedAt, OptionalLong completedAt, long lastTransitionAt, long lastMutationAt) {

    /** The times of an execution created now. */
    public static Timing createdAt(long now) {
        return new Timing(now, OptionalLong.empty(), OptionalLong.empty(), now, now);
    }

    Timing mutated(long now) {
        return new Timing(createdAt, startedAt, completedAt, lastTransitionAt, now);
    }

    Timing transitioned(long now) {
        return new Timing(createdAt, startedAt, completedAt, now, now);
    }

    Timing started(long now) {
        var first = startedAt.isPresent() ? startedAt : OptionalLong.of(now);
        return new Timing(createdAt, first, completedAt, lastTransitionAt, lastMutationAt);
    }

    Timing completed(OptionalLong at) {
        return new Timing(createdAt, startedAt, at, lastTransitionAt, lastMutationAt);
    }
}
