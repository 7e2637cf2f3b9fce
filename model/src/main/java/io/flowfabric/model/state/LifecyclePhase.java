package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Where an execution stands in its life. {@code submitted} is read but never written. */
public enum LifecyclePhase implements Literal {
    SUBMITTED,
    RUNNABLE,
    ACTIVE,
    SUSPENDED,
    TERMINAL;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
