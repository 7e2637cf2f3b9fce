package io.flowfabric.model.event;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** The families of the one outbox. */
public enum EventFamily implements Literal {
    LEASE,
    COMPLETION,
    SIGNAL,
    OPERATOR,
    WORKER,
    INSTANCE_TAG;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
