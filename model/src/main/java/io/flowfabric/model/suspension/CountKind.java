package io.flowfabric.model.suspension;

import io.flowfabric.model.Literal;

/** What a counting condition counts. */
public enum CountKind implements Literal {
    /** Waitpoints that got a matching signal. */
    DISTINCT_WAITPOINTS("DistinctWaitpoints"),
    /** Matching signals. */
    DISTINCT_SIGNALS("DistinctSignals"),
    /** Sources that sent a matching signal. */
    DISTINCT_SOURCES("DistinctSources");

    private final String literal;

    CountKind(String literal) {
        this.literal = literal;
    }

    @Override
    public String literal() {
        return literal;
    }
}
