package io.flowfabric.model.lease;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What a grant permits: a claim (fresh or resumed), or the reclaim of an expired lease. */
public enum GrantKind implements Literal {
    CLAIM,
    RECLAIM;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
