package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What the next claimer of an execution has to do about its attempts. */
public enum AttemptState implements Literal {
    NONE,
    PENDING_FIRST_ATTEMPT,
    RUNNING_ATTEMPT,
    ATTEMPT_INTERRUPTED,
    PENDING_RETRY_ATTEMPT,
    PENDING_REPLAY_ATTEMPT,
    ATTEMPT_TERMINAL;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }

    /** Whether an attempt has begun and not ended: it is running, or paused until a worker continues it. */
    public boolean isOpen() {
        return this == RUNNING_ATTEMPT || this == ATTEMPT_INTERRUPTED;
    }
}
