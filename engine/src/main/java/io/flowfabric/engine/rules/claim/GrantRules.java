package io.flowfabric.engine.rules.claim;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.state.LifecyclePhase;
import java.util.Optional;

/** 02 §5.4 and §10.2 — permission to acquire an execution. Granting leaves the state vector alone. */
public final class GrantRules {
    private GrantRules() {}

    /** Admits one worker to a fresh or resumed claim. */
    public static Decision<GrantOutcome> issueClaimGrant(Loaded loaded, GrantRequest request, long now) {
        Execution e = loaded.execution();
        if (!e.vector().isEligible() || loaded.membership().owedCancel()) {
            return Decision.refuse(Refusals.notEligible(e, "only an eligible one can be granted"));
        }
        var live = loaded.liveGrant(now);
        if (live.isPresent()) {
            return Decision.refuse(ClaimRules.grantExists(live.get()));
        }
        String missing = missing(e, request);
        if (!missing.isEmpty()) {
            return Decision.<GrantOutcome>refuse(EngineError.of(
                                    ErrorCode.CAPABILITY_MISMATCH,
                                    missing,
                                    "Worker %s lacks them for execution %s; another worker may have them."
                                            .formatted(request.workerId().value(), e.id()))
                            .with("missing", missing))
                    .changing(mismatchNoted(e, now));
        }
        return granted(e, request.grant(e, GrantKind.CLAIM, now));
    }

    /**
     * 05 §5.4 — admits one worker to a candidate of a scan, or skips it ({@code NoWork}): under a reclaimable lease,
     * granted already, or about to be cancelled. One that waits for a capable worker has found it.
     */
    public static Decision<ClaimForWorkerOutcome> claimForWorker(Loaded loaded, GrantRequest request, long now) {
        Execution e = loaded.execution();
        boolean startable = e.vector().phase() == LifecyclePhase.RUNNABLE && ClaimRules.isCandidate(e.vector());
        if (!startable
                || loaded.membership().owedCancel()
                || loaded.liveGrant(now).isPresent()
                || !missing(e, request).isEmpty()) {
            return Decision.of(new ClaimForWorkerOutcome.NoWork());
        }
        var grant = request.grant(e, GrantKind.CLAIM, now);
        Decision<ClaimForWorkerOutcome> granted = Decision.<ClaimForWorkerOutcome>of(new ClaimForWorkerOutcome.Granted(
                        e.id(), e.id().routing().key(), grant.key(), grant.expiresAt()))
                .changing(new Change.GrantIssued(grant));
        return e.vector().isEligible()
                ? granted
                : AdmissionRules.unblock(e, Optional.empty(), now).then(granted);
    }

    /** Admits one worker to reclaim an expired lease, marking it expired first if necessary. */
    public static Decision<GrantOutcome> issueReclaimGrant(Loaded loaded, GrantRequest request, long now) {
        Execution e = loaded.execution();
        if (LeaseRules.isUnmarkedExpiry(e, now)) {
            var marked = LeaseRules.markExpired(e, now);
            return Decision.of(e)
                    .changing(marked.change())
                    .emitting(marked.event())
                    .then(issueReclaimGrant(loaded.with(marked.change().after()), request, now));
        }
        if (!ReclaimRules.isReclaimable(loaded)) {
            return Decision.of(new GrantOutcome.NotReclaimable(e.id(), ReclaimRules.observed(e)));
        }
        if (ReclaimRules.capReached(loaded, ReclaimRules.DEFAULT_CAP)) {
            return ReclaimRules.capExceeded(loaded, now)
                    .answering(ignored -> new Answer.Given<>(new GrantOutcome.ReclaimCapExceeded(
                            e.id(), e.counters().reclaims())));
        }
        var live = loaded.liveGrant(now);
        if (live.isPresent()) {
            return Decision.refuse(ClaimRules.grantExists(live.get()));
        }
        String missing = missing(e, request);
        if (!missing.isEmpty()) {
            return Decision.<GrantOutcome>of(new GrantOutcome.NotReclaimable(e.id(), "capability_mismatch: " + missing))
                    .changing(mismatchNoted(e, now));
        }
        return granted(e, request.grant(e, GrantKind.RECLAIM, now));
    }

    private static String missing(Execution e, GrantRequest request) {
        return e.identity().requiredCapabilities().missingFrom(request.capabilities());
    }

    private static Change mismatchNoted(Execution e, long now) {
        return new Change.MismatchNoted(
                e, e.edit().capabilityMismatchAt(now).touch(now).done());
    }

    private static Decision<GrantOutcome> granted(Execution e, Grant grant) {
        return Decision.<GrantOutcome>of(new GrantOutcome.Granted(
                        e.id(),
                        e.id().routing().key(),
                        grant.key(),
                        grant.expiresAt(),
                        e.identity().lane()))
                .changing(new Change.GrantIssued(grant));
    }
}
