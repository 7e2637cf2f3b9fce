package io.flowfabric.model.event.kind;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What an operator did. */
public enum OperatorEventType implements Literal {
    PRIORITY_CHANGED,
    REPLAYED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
