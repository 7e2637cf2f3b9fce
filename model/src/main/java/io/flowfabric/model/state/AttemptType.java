package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Why an attempt was started. {@code fallback} is reserved. */
public enum AttemptType implements Literal {
    INITIAL,
    RETRY,
    RECLAIM,
    REPLAY,
    FALLBACK;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
