package io.flowfabric.model.attempt;

import java.util.Optional;
import java.util.OptionalInt;

/** What the next new attempt will be told about the one before it; the claim that creates it clears this. */
public record PendingLineage(
        Optional<String> retryReason,
        Optional<String> replayReason,
        Optional<String> replayRequestedBy,
        OptionalInt previousAttemptIndex) {

    /** Nothing is pending. */
    public static final PendingLineage NONE =
            new PendingLineage(Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty());

    /** A retry of a failed attempt is due. */
    public static PendingLineage retry(String reason, OptionalInt previousIndex) {
        return new PendingLineage(Optional.of(reason), Optional.empty(), Optional.empty(), previousIndex);
    }

    /** A replay is due. */
    public static PendingLineage replay(
            Optional<String> reason, Optional<String> requestedBy, OptionalInt previousIndex) {
        return new PendingLineage(Optional.empty(), reason, requestedBy, previousIndex);
    }
}
