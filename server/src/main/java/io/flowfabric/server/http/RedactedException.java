package io.flowfabric.server.http;

import org.jspecify.annotations.Nullable;

/**
 * The stack traces and types of a failure, without its messages: a message may quote a request or stored data, and
 * neither belongs in a log.
 */
final class RedactedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Longer than any real chain of causes, to stop at a cycle. */
    private static final int LONGEST_CHAIN = 20;

    private RedactedException(Throwable failure, @Nullable RedactedException cause) {
        super(failure.getClass().getName(), cause);
        setStackTrace(failure.getStackTrace());
    }

    /** The part of a failure that may be logged. */
    static RedactedException of(Throwable failure) {
        return of(failure, LONGEST_CHAIN);
    }

    private static RedactedException of(Throwable failure, int length) {
        Throwable cause = failure.getCause();
        return new RedactedException(failure, cause == null || length == 1 ? null : of(cause, length - 1));
    }
}
