package io.flowfabric.model.execution;

import io.flowfabric.model.Literal;
import java.util.Objects;

/**
 * On whose behalf an execution is cancelled or ended.
 *
 * @param literal one of the constants' or any other text, which is kept unchanged and entitles to nothing
 */
public record CancelSource(String literal) implements Literal {

    /** An operator, which needs no lease. */
    public static final CancelSource OPERATOR_OVERRIDE = new CancelSource("operator_override");
    /** The holder of the lease, which must prove it. */
    public static final CancelSource LEASE_HOLDER = new CancelSource("lease_holder");
    /** The cancellation of the flow it is a member of. */
    public static final CancelSource FLOW_CASCADE = new CancelSource("flow_cascade");
    /** A timeout or deadline that has passed. */
    public static final CancelSource SYSTEM_TIMEOUT = new CancelSource("system_timeout");
    /** A worker, through the handle of its attempt. */
    public static final CancelSource WORKER = new CancelSource("worker");

    /** Takes any text. */
    public CancelSource {
        Objects.requireNonNull(literal, "literal");
    }

    /** The source of that literal. */
    public static CancelSource of(String literal) {
        return new CancelSource(literal);
    }

    /** Whether cancelling an execution in this name takes the proof that one holds its lease. */
    public boolean needsFence() {
        return !equals(OPERATOR_OVERRIDE) && !equals(FLOW_CASCADE) && !equals(SYSTEM_TIMEOUT);
    }

    /** The literal. */
    @Override
    public String toString() {
        return literal;
    }
}
