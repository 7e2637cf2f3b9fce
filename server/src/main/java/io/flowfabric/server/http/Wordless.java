package io.flowfabric.server.http;

import org.jspecify.annotations.Nullable;

/**
 * Where something failed and by which exceptions, without what they say: a message may quote what a client sent or what is
 * stored, and neither belongs in a log.
 */
final class Wordless extends Exception {

    private static final long serialVersionUID = 1L;

    /** More than any chain of causes has, unless it is a circle. */
    private static final int LONGEST_CHAIN = 20;

    private Wordless(Throwable failure, @Nullable Wordless cause) {
        super(failure.getClass().getName(), cause);
        setStackTrace(failure.getStackTrace());
    }

    /** What may be logged of a failure. */
    static Wordless of(Throwable failure) {
        return of(failure, LONGEST_CHAIN);
    }

    private static Wordless of(Throwable failure, int length) {
        Throwable cause = failure.getCause();
        return new Wordless(failure, cause == null || length == 1 ? null : of(cause, length - 1));
    }
}
