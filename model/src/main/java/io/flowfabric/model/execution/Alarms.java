package io.flowfabric.model.execution;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The moments at which a timer acts on an execution.
 *
 * @param delayUntil when a delayed execution becomes eligible
 * @param deadlineAt when the execution expires, whatever it is doing
 * @param attemptTimeoutAt when the running attempt has taken too long
 * @param attemptTimeLeftMs what was left of the attempt's time when it paused
 */
public record Alarms(
        OptionalLong delayUntil,
        OptionalLong deadlineAt,
        OptionalLong attemptTimeoutAt,
        OptionalLong attemptTimeLeftMs) {

    /** No alarm is set. */
    public static final Alarms NONE =
            new Alarms(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    public Alarms withDelayUntil(OptionalLong at) {
        return new Alarms(at, deadlineAt, attemptTimeoutAt, attemptTimeLeftMs);
    }

    public Alarms withDeadlineAt(OptionalLong at) {
        return new Alarms(delayUntil, at, attemptTimeoutAt, attemptTimeLeftMs);
    }

    /** The attempt's timeout starts to run. */
    public Alarms withAttemptTimeoutAt(OptionalLong at) {
        return new Alarms(delayUntil, deadlineAt, at, OptionalLong.empty());
    }

    /** The attempt's timeout pauses: what is left of it is kept for the resumed claim. */
    public Alarms pausedAt(long now) {
        var left = attemptTimeoutAt.isPresent()
                ? OptionalLong.of(Math.max(attemptTimeoutAt.getAsLong() - now, 0))
                : OptionalLong.empty();
        return new Alarms(delayUntil, deadlineAt, OptionalLong.empty(), left);
    }

    /** When the running attempt ends at the latest, because it has taken too long or the execution expires. */
    public OptionalLong attemptEndsBy() {
        return LongStream.concat(attemptTimeoutAt.stream(), deadlineAt.stream()).min();
    }

    /** The attempt is over: its timeout is gone, the deadline stays. */
    public Alarms withoutAttempt() {
        return new Alarms(delayUntil, deadlineAt, OptionalLong.empty(), OptionalLong.empty());
    }
}
