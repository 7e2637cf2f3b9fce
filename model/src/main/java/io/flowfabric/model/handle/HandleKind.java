package io.flowfabric.model.handle;

import io.flowfabric.model.Literal;

/** How a handle came about. */
public enum HandleKind implements Literal {
    /** By claiming a new attempt. */
    FRESH("Fresh"),
    /** By claiming an attempt that was interrupted. */
    RESUMED("Resumed"),
    /** By suspending; its lease has ended. */
    SUSPENDED("Suspended"),
    /** By reclaiming the expired or revoked lease of another worker. */
    RECLAIMED("Reclaimed");

    private final String literal;

    HandleKind(String literal) {
        this.literal = literal;
    }

    @Override
    public String literal() {
        return literal;
    }
}
