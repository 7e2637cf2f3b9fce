package io.flowfabric.model.attempt;

import java.util.OptionalLong;

/** When an attempt began, paused, went on and ended. */
public record AttemptTimes(long startedAt, OptionalLong resumedAt, OptionalLong suspendedAt, OptionalLong endedAt) {

    /** An attempt that begins now. */
    public static AttemptTimes startedAt(long now) {
        return new AttemptTimes(now, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /** When it was last continued, or began. */
    public long takenUpAt() {
        return resumedAt.orElse(startedAt);
    }

    AttemptTimes suspended(long now) {
        return new AttemptTimes(startedAt, resumedAt, OptionalLong.of(now), endedAt);
    }

    AttemptTimes resumed(long now) {
        return new AttemptTimes(startedAt, OptionalLong.of(now), OptionalLong.empty(), endedAt);
    }

    AttemptTimes ended(long now) {
        return new AttemptTimes(startedAt, resumedAt, suspendedAt, OptionalLong.of(now));
    }
}
