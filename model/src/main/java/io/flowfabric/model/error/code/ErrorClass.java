package io.flowfabric.model.error.code;

import io.flowfabric.model.Literal;
import java.util.Locale;

/** What a caller should make of an error. Every error has exactly one class, and its code decides which. */
public enum ErrorClass implements Literal {
    /** Repeating the same call fails again. */
    TERMINAL,
    /** The same call may succeed later or elsewhere. */
    RETRYABLE,
    /** The worker is asked to stop in an orderly way. */
    COOPERATIVE,
    /** What was asked for already holds, or there is nothing to do. */
    INFORMATIONAL,
    /** A hint; the call had its effect. */
    ADVISORY,
    /** A rule of the engine itself was broken. */
    BUG,
    /** Part of normal operation. */
    EXPECTED,
    /** Noted; the call went on without the offending part. */
    SOFT_ERROR;

    private final String literal = name().toLowerCase(Locale.ROOT);

    @Override
    public String literal() {
        return literal;
    }
}
