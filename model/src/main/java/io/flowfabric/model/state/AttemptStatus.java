package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** The state of one attempt record. {@code created} is reserved: attempts are born started. */
public enum AttemptStatus implements Literal {
    CREATED(false),
    STARTED(false),
    SUSPENDED(false),
    ENDED_SUCCESS(true),
    ENDED_FAILURE(true),
    ENDED_CANCELLED(true),
    INTERRUPTED_RECLAIMED(true);

    private final String literal = name().toLowerCase(Locale.ROOT);
    private final boolean terminal;

    AttemptStatus(boolean terminal) {
        this.terminal = terminal;
    }

    @Override
    public String literal() {
        return literal;
    }

    /** Whether the attempt has ended for good. */
    public boolean isTerminal() {
        return terminal;
    }
}
