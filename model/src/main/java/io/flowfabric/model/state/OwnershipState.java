package io.flowfabric.model.state;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** How an execution is held. Everything but {@code unowned} goes with the phase {@code active}. */
public enum OwnershipState implements Literal {
    UNOWNED,
    LEASED,
    LEASE_EXPIRED_RECLAIMABLE,
    LEASE_REVOKED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
