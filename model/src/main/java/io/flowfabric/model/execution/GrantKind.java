package io.flowfabric.model.execution;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What a grant permits: a claim (fresh or resumed), or the takeover of a lapsed lease. */
public enum GrantKind implements Literal {
    CLAIM,
    RECLAIM;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
