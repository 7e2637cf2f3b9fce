package io.flowfabric.model.execution;

import java.util.OptionalLong;

/**
 * The times at which a timer acts on an execution.
 *
 * @param delayUntil when a delayed execution becomes eligible
 * @param deadlineAt when the execution expires, in any state
 * @param attemptTimeoutAt when the running attempt has taken too long
 * @param attemptTimeLeftMs what was left of the attempt's time when it paused
 */
public record DueTimes(
        OptionalLong delayUntil,
        OptionalLong deadlineAt,
        OptionalLong attemptTimeoutAt,
        OptionalLong attemptTimeLeftMs) {

    /** No timer is set. */
    public static final DueTimes NONE =
            new DueTimes(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    public DueTimes withDelayUntil(OptionalLong at) {
        return new DueTimes(at, deadlineAt, attemptTimeoutAt, attemptTimeLeftMs);
    }

    public DueTimes withDeadlineAt(OptionalLong at) {
        return new DueTimes(delayUntil, at, attemptTimeoutAt, attemptTimeLeftMs);
    }

    /** The attempt's timeout starts to run. */
    public DueTimes withAttemptTimeoutAt(OptionalLong at) {
        return new DueTimes(delayUntil, deadlineAt, at, OptionalLong.empty());
    }

    /** The attempt's timeout pauses: what is left of it is kept for the resumed claim. */
    public DueTimes pausedAt(long now) {
        var left = attemptTimeoutAt.isPresent()
                ? OptionalLong.of(Math.max(attemptTimeoutAt.getAsLong() - now, 0))
                : OptionalLong.empty();
        return new DueTimes(delayUntil, deadlineAt, OptionalLong.empty(), left);
    }

    /** When the running attempt ends at the latest, because it has taken too long or the execution expires. */
    public OptionalLong attemptEndsBy() {
        if (attemptTimeoutAt.isEmpty() || deadlineAt.isEmpty()) {
            return attemptTimeoutAt.isPresent() ? attemptTimeoutAt : deadlineAt;
        }
        return OptionalLong.of(Math.min(attemptTimeoutAt.getAsLong(), deadlineAt.getAsLong()));
    }

    /** The attempt is over: its timeout is gone, the deadline stays. */
    public DueTimes withoutAttempt() {
        return new DueTimes(delayUntil, deadlineAt, OptionalLong.empty(), OptionalLong.empty());
    }
}
