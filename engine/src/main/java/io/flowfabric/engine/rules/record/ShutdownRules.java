package io.flowfabric.engine.rules.record;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import java.util.Optional;

/** 06 §12.3 — how the end of an engine is prepared. */
public final class ShutdownRules {
    private ShutdownRules() {}

    /** Refuses a grace that no call waits for, before anything is stopped. */
    public static Optional<EngineError> checkGrace(long graceMs) {
        return Limits.named("grace_ms").check("grace_ms", graceMs);
    }
}
