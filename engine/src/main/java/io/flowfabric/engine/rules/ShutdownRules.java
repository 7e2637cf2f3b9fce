package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.util.Optional;

/** 06 §12.3 — how the end of an engine is prepared. */
public final class ShutdownRules {
    private static final long LONGEST_GRACE_MS = 30_000;

    private ShutdownRules() {}

    /** Refuses a grace that no call waits for, before anything is stopped. */
    public static Optional<EngineError> checkGrace(long graceMs) {
        return graceMs >= 0 && graceMs <= LONGEST_GRACE_MS
                ? Optional.empty()
                : Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "grace_ms: " + graceMs,
                        "One call waits 0 to %d milliseconds; ask again for more.".formatted(LONGEST_GRACE_MS)));
    }
}
