package io.flowfabric.model.error.code;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** Why the store or the server could not be talked to. The literals are a public contract. */
public enum TransportKind implements Literal {
    /** Network or I/O; the call may or may not have been applied. */
    TRANSPORT(true),
    /** No answer in time. */
    TIMEOUT(true),
    /** The topology of a cluster is changing. */
    CLUSTER(true),
    /** The store is warming up. */
    BUSY_LOADING(true),
    /** Refused as malformed, of the wrong type, or read-only. */
    PROTOCOL(false),
    /** Authentication or authorisation failed. */
    AUTH(false),
    /** Code that should be present on the server is missing. */
    SCRIPT_NOT_LOADED(false),
    /** Anything else, including unknown codes. */
    OTHER(false);

    private final boolean retryable;
    private final String literal = name().toLowerCase(Locale.ROOT);

    TransportKind(boolean retryable) {
        this.retryable = retryable;
    }

    @Override
    public String literal() {
        return literal;
    }

    /** Whether the same call may succeed later. */
    public boolean isRetryable() {
        return retryable;
    }
}
