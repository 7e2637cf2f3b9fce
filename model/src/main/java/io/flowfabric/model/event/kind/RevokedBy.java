package io.flowfabric.model.event.kind;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What ended a lease: an operator, the engine's own timers and cascades, or the holder's own call. */
public enum RevokedBy implements Literal {
    OPERATOR,
    RECONCILER,
    BACKEND;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
