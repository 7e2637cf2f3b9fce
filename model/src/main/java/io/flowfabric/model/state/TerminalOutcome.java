package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** How an execution ended; {@code none} until it has. */
public enum TerminalOutcome implements Literal {
    NONE,
    SUCCESS,
    FAILED,
    CANCELLED,
    EXPIRED,
    SKIPPED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
