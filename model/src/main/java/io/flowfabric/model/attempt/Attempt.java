package io.flowfabric.model.attempt;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import java.util.Optional;

/**
 * One try at running an execution. It keeps its id and index while it is paused and continued; a retry, a replay and a
 * reclaim begin a new one.
 *
 * @param holder its last lease holder; empty once the reclaim cap ended it
 * @param pausedBy what paused it while it is suspended: {@code worker_delay}, {@code waiting_children} or a suspension
 * @param failure why it ended without success
 */
public record Attempt(
        AttemptId id,
        int index,
        AttemptType type,
        AttemptStatus status,
        AttemptLineage lineage,
        Optional<LeaseHolder> holder,
        AttemptTimes times,
        Optional<String> pausedBy,
        Optional<AttemptFailure> failure) {

    /** An attempt that begins now, under its first lease. */
    public static Attempt started(
            AttemptId id, int index, AttemptType type, AttemptLineage lineage, LeaseHolder holder, long now) {
        return new Attempt(
                id,
                index,
                type,
                AttemptStatus.STARTED,
                lineage,
                Optional.of(holder),
                AttemptTimes.startedAt(now),
                Optional.empty(),
                Optional.empty());
    }

    /** The attempt, paused until a worker continues it. */
    public Attempt suspended(String pausedBy, long now) {
        return with(AttemptStatus.SUSPENDED, holder, times.suspended(now), Optional.of(pausedBy), failure);
    }

    /** The attempt, continued under another lease. */
    public Attempt resumed(LeaseHolder newHolder, long now) {
        return with(AttemptStatus.STARTED, Optional.of(newHolder), times.resumed(now), Optional.empty(), failure);
    }

    /** The attempt, ended in success. */
    public Attempt succeeded(long now) {
        return with(AttemptStatus.ENDED_SUCCESS, holder, times.ended(now), Optional.empty(), Optional.empty());
    }

    /** The attempt, ended otherwise. */
    public Attempt ended(AttemptStatus ending, AttemptFailure why, long now) {
        return with(ending, holder, times.ended(now), Optional.empty(), Optional.of(why));
    }

    /** The attempt without its holder. */
    public Attempt withoutHolder() {
        return with(status, Optional.empty(), times, pausedBy, failure);
    }

    private Attempt with(
            AttemptStatus newStatus,
            Optional<LeaseHolder> newHolder,
            AttemptTimes newTimes,
            Optional<String> newPausedBy,
            Optional<AttemptFailure> newFailure) {
        return new Attempt(id, index, type, newStatus, lineage, newHolder, newTimes, newPausedBy, newFailure);
    }
}
