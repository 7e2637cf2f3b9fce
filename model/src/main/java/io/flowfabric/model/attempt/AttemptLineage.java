package io.flowfabric.model.attempt;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where an attempt comes from: why the one before it was given up, and which one that was. Initial attempts have none.
 *
 * @param reason why it was retried, reclaimed or replayed
 * @param requestedBy the caller that asked for the replay
 */
public record AttemptLineage(Optional<String> reason, Optional<String> requestedBy, OptionalInt previousIndex) {
    /** The lineage of an initial attempt. */
    public static final AttemptLineage NONE =
            new AttemptLineage(Optional.empty(), Optional.empty(), OptionalInt.empty());

    /** An attempt that follows another for a reason. */
    public static AttemptLineage after(int previousIndex, String reason) {
        return new AttemptLineage(Optional.of(reason), Optional.empty(), OptionalInt.of(previousIndex));
    }
}
