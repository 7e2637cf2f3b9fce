package io.flowfabric.model.event.kind;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What happened to a lease. A lease given up by its holder is {@code revoked} too; the reason tells the difference. */
public enum LeaseEventType implements Literal {
    ACQUIRED,
    RENEWED,
    EXPIRED,
    RECLAIMED,
    REVOKED;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
