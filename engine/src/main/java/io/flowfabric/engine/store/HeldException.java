package io.flowfabric.engine.store;

/**
 * A unit of work met a row or a table that another transaction holds locked. Nothing was written; the same unit may succeed
 * as soon as that transaction has ended. It reaches no caller of the engine.
 */
public final class HeldException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HeldException(Throwable cause) {
        super("another transaction holds a row or a table that the unit needs", cause);
    }
}
