package io.flowfabric.model.attempt;

import io.flowfabric.model.id.AttemptId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which attempt owns, or last owned, the execution. It stays when the attempt ends; a scheduled retry clears the id, so
 * that a late call of the failed attempt cannot be mistaken for the next one's.
 */
public record AttemptPointer(OptionalInt index, Optional<AttemptId> id) {
    /** No attempt was ever made. */
    public static final AttemptPointer NONE = new AttemptPointer(OptionalInt.empty(), Optional.empty());

    /** The pointer to an attempt. */
    public static AttemptPointer to(Attempt attempt) {
        return new AttemptPointer(OptionalInt.of(attempt.index()), Optional.of(attempt.id()));
    }

    /** The pointer after a retry was scheduled. */
    public AttemptPointer withoutId() {
        return new AttemptPointer(index, Optional.empty());
    }
}
