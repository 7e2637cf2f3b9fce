package io.flowfabric.model.event.kind;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What happened to a registered worker. */
public enum WorkerEventKind implements Literal {
    REGISTERED,
    HEARTBEAT,
    MARKED_DEAD,
    TTL_SWEPT;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
