package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;

/** The refusals several rules share, each with a sentence that says what to do next. */
public final class Refusals {
    private Refusals() {}

    /** Carries the four details by which a caller can recognise the effect of its own earlier call. */
    public static EngineError notActive(Execution e) {
        return EngineError.of(
                        ErrorCode.EXECUTION_NOT_ACTIVE,
                        "",
                        "Execution %s is %s, not active; no worker holds a lease on it."
                                .formatted(e.id(), e.publicState().literal()))
                .with("terminal_outcome", e.vector().outcome().literal())
                .with("lease_epoch", Long.toString(e.leaseEpoch()))
                .with("lifecycle_phase", e.vector().phase().literal())
                .with("attempt_id", e.currentAttemptId().map(Object::toString).orElse(""));
    }

    public static EngineError leaseRevoked(Execution e) {
        return EngineError.of(
                ErrorCode.LEASE_REVOKED,
                "",
                "The lease on execution %s was revoked: %s. Stop; nothing was stored."
                        .formatted(
                                e.id(),
                                e.lease().flatMap(lease -> lease.revokeReason()).orElse("operator")));
    }

    public static EngineError leaseExpired(Execution e) {
        return EngineError.of(
                ErrorCode.LEASE_EXPIRED,
                "",
                "The lease on execution %s expired at %d; nothing was stored. Stop: another worker may reclaim it."
                        .formatted(e.id(), e.lease().orElseThrow().expiresAt()));
    }

    public static EngineError staleLease(Execution e, long heldEpoch) {
        return EngineError.of(
                ErrorCode.STALE_LEASE,
                "",
                "Execution %s is held by worker %s at epoch %d, you hold epoch %d. Stop; your result was not stored."
                        .formatted(
                                e.id(),
                                e.leaseHolder()
                                        .map(holder -> holder.workerId().value())
                                        .orElse("no worker"),
                                e.leaseEpoch(),
                                heldEpoch));
    }

    public static EngineError notEligible(Execution e, String wanted) {
        return EngineError.of(
                ErrorCode.EXECUTION_NOT_ELIGIBLE,
                "",
                "Execution %s is %s (%s); %s."
                        .formatted(
                                e.id(),
                                e.publicState().literal(),
                                e.vector().blockingReason().literal(),
                                wanted));
    }

    public static EngineError notLeaseable(Execution e) {
        return EngineError.of(
                ErrorCode.EXECUTION_NOT_LEASEABLE,
                "",
                "Execution %s is %s (%s); only an eligible one can be acquired."
                        .formatted(
                                e.id(),
                                e.publicState().literal(),
                                e.vector().blockingReason().literal()));
    }
}
