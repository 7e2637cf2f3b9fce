package io.flowfabric.model.op.timer;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What came of promoting a delayed execution. */
public enum PromoteOutcome implements Literal {
    PROMOTED,
    NOT_YET_DUE,
    NOT_FOUND_CLEANED,
    NOT_RUNNABLE_CLEANED,
    NOT_DELAYED_CLEANED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
