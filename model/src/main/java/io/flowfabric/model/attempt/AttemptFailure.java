package io.flowfabric.model.attempt;

import java.util.Optional;

/** Why an attempt did not succeed. Reclaimed and cancelled attempts have a reason but no category. */
public record AttemptFailure(String reason, Optional<String> category) {
    /** A reason without a category. */
    public static AttemptFailure of(String reason) {
        return new AttemptFailure(reason, Optional.empty());
    }
}
