package io.flowfabric.engine.rules.claim;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_INTERRUPTED;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.state.EligibilityState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.StateVector;
import java.util.Optional;

/** 02 §5 — how a runnable execution gets a lease: directly, by consuming a grant, or by an operator's hand. */
public final class ClaimRules {
    private ClaimRules() {}

    /** Whether a worker may be offered the executions of a namespace that require some capabilities. */
    public static boolean serves(
            CapabilitySet worker, Optional<Namespace> onlyNamespace, Namespace namespace, CapabilitySet required) {
        return worker.satisfies(required)
                && onlyNamespace.filter(only -> !only.equals(namespace)).isEmpty();
    }

    /** Whether an execution in this state is claimable: eligible, blocked by route, or under a reclaimable lease. */
    public static boolean isCandidate(StateVector vector) {
        return switch (vector.row()) {
            case ELIGIBLE, BLOCKED_BY_ROUTE, LEASE_EXPIRED, LEASE_REVOKED -> true;
            default -> false;
        };
    }

    /** Refuses a lease without duration, before anything is read. */
    public static Optional<EngineError> checkTtl(long leaseTtlMs) {
        return Limits.named("lease_ttl_ms").check("lease_ttl_ms", leaseTtlMs);
    }

    /** Refuses terms that no claimer can keep, before anything is read. */
    public static Optional<EngineError> checkTerms(ClaimTerms terms) {
        return Limits.named("start_now").check("start_now", terms.startNow());
    }

    /**
     * 02 §5.2 — leases one candidate of a scan, by whichever path it needs, or skips it (an empty answer). A candidate
     * that was reclaimed too often is failed.
     *
     * @param graceMs how long an expired lease is not reclaimed
     */
    public static Decision<Optional<Acquired>> claim(
            Loaded loaded, CapabilitySet worker, Acquisition by, long graceMs, long now) {
        Execution e = loaded.execution();
        if (!worker.satisfies(e.identity().requiredCapabilities()) || isWithheld(loaded, by, now)) {
            return passOver();
        }
        if (e.vector().phase() == LifecyclePhase.ACTIVE) {
            return ReclaimRules.automatic(loaded, by, graceMs, now);
        }
        if (!isCandidate(e.vector())) {
            return passOver();
        }
        var taken = e.vector().attemptState() == ATTEMPT_INTERRUPTED
                ? LeaseAcquisition.resumed(loaded, by, Optional.of("claim_resumed"), now)
                : LeaseAcquisition.fresh(loaded, by, Optional.empty(), now);
        return found(taken);
    }

    /** 02 §5.5 — consumes a claim grant and begins a new attempt. A repeat under the same lease answers the same. */
    public static Decision<Acquired> claimExecution(Loaded loaded, Acquisition by, long now) {
        Execution e = loaded.execution();
        if (isRepeat(e, by, now)
                && e.currentAttemptId().filter(by.attemptId()::equals).isPresent()) {
            return Decision.of(new Acquired(HandleKind.FRESH, e));
        }
        if (e.vector().phase() != LifecyclePhase.RUNNABLE) {
            return Decision.refuse(Refusals.notLeaseable(e));
        }
        if (e.vector().eligibility() != EligibilityState.ELIGIBLE_NOW
                || loaded.membership().owedCancel()) {
            return Decision.refuse(Refusals.notLeaseable(e));
        }
        if (e.vector().attemptState() == ATTEMPT_INTERRUPTED) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.USE_CLAIM_RESUMED_EXECUTION,
                    "",
                    "Execution %s has a paused attempt; continue it with claim_resumed_execution.".formatted(e.id())));
        }
        return grantRefusal(loaded, by, now)
                .map(Decision::<Acquired>refuse)
                .orElseGet(() -> LeaseAcquisition.fresh(loaded, by, Optional.empty(), now));
    }

    /** 02 §5.6 — consumes a claim grant and continues the paused attempt. */
    public static Decision<Acquired> claimResumed(Loaded loaded, Acquisition by, long now) {
        Execution e = loaded.execution();
        if (isRepeat(e, by, now)) {
            return Decision.of(new Acquired(HandleKind.RESUMED, e));
        }
        if (e.vector().phase() != LifecyclePhase.RUNNABLE) {
            return Decision.refuse(Refusals.notLeaseable(e));
        }
        if (e.vector().attemptState() != ATTEMPT_INTERRUPTED) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.NOT_A_RESUMED_EXECUTION,
                    "",
                    "Execution %s has no paused attempt; begin one with claim_execution.".formatted(e.id())));
        }
        if (e.vector().eligibility() != EligibilityState.ELIGIBLE_NOW
                || loaded.membership().owedCancel()) {
            return Decision.refuse(Refusals.notLeaseable(e));
        }
        var refusal = grantRefusal(loaded, by, now);
        if (refusal.isPresent()) {
            boolean expired = refusal.get().code() == ErrorCode.CLAIM_GRANT_EXPIRED;
            Decision<Acquired> refused = Decision.refuse(refusal.get());
            return expired ? refused.changing(new Change.GrantRemoved(e.id())) : refused;
        }
        return LeaseAcquisition.resumed(loaded, by, Optional.of("claim_resumed"), now);
    }

    /** 02 §5.7 — an operator claims by hand, past capabilities but not past eligibility. Leaves no grant behind. */
    public static Decision<Acquired> grantAndClaim(Loaded loaded, Acquisition by, long now) {
        Execution e = loaded.execution();
        if (e.vector().ownership() != OwnershipState.UNOWNED) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.LEASE_CONFLICT,
                    "",
                    "Execution %s is active under epoch %d; revoke its lease or wait until it ends."
                            .formatted(e.id(), e.leaseEpoch())));
        }
        if (e.vector().phase() != LifecyclePhase.RUNNABLE) {
            return Decision.refuse(Refusals.notEligible(e, "only a runnable one can be claimed"));
        }
        var grant = loaded.liveGrant(now);
        if (grant.isPresent()) {
            return Decision.refuse(grantExists(grant.get()));
        }
        if (!e.vector().isEligible() || loaded.membership().owedCancel()) {
            return Decision.refuse(Refusals.notEligible(e, "only an eligible one can be claimed"));
        }
        return e.vector().attemptState() == ATTEMPT_INTERRUPTED
                ? LeaseAcquisition.resumed(loaded, by, Optional.of("issue_grant_and_claim_resumed"), now)
                : LeaseAcquisition.fresh(loaded, by, Optional.of("issue_grant_and_claim"), now);
    }

    static EngineError grantExists(Grant grant) {
        return EngineError.of(
                ErrorCode.GRANT_ALREADY_EXISTS,
                "",
                "Worker %s holds a %s grant on execution %s until %d."
                        .formatted(
                                grant.workerId().value(),
                                grant.kind().literal(),
                                grant.executionId(),
                                grant.expiresAt()));
    }

    /** Whether the caller already holds the live lease it asks for: the first answer was lost. */
    static boolean isRepeat(Execution e, Acquisition by, long now) {
        return e.vector().ownership() == OwnershipState.LEASED
                && !e.lease().orElseThrow().isExpiredAt(now)
                && e.leaseHolder()
                        .filter(holder -> holder.workerId().equals(by.workerId())
                                && holder.leaseId().equals(by.leaseId()))
                        .isPresent();
    }

    /** Whether a grant in other hands, or a cancel that is owed, keeps an execution from this claimer. */
    static boolean isWithheld(Loaded loaded, Acquisition by, long now) {
        return loaded.membership().owedCancel()
                || grantedTo(loaded, now)
                        .filter(holder -> !holder.equals(by.workerId()))
                        .isPresent();
    }

    /** The only worker that may claim an execution now, because it holds a grant; empty when any fitting one may. */
    public static Optional<WorkerId> grantedTo(Loaded loaded, long now) {
        return loaded.liveGrant(now).map(Grant::workerId);
    }

    static Decision<Optional<Acquired>> passOver() {
        return Decision.of(Optional.empty());
    }

    static Decision<Optional<Acquired>> found(Decision<Acquired> taken) {
        return taken.answering(answer -> new Answer.Given<>(Optional.of(answer.orThrow())));
    }

    private static Optional<EngineError> grantRefusal(Loaded loaded, Acquisition by, long now) {
        var usable = loaded.grant()
                .filter(grant ->
                        grant.kind() == GrantKind.CLAIM && grant.workerId().equals(by.workerId()));
        if (usable.isEmpty()) {
            return Optional.of(EngineError.of(
                    ErrorCode.INVALID_CLAIM_GRANT,
                    "",
                    "Worker %s holds no claim grant on execution %s; ask for one first."
                            .formatted(by.workerId().value(), loaded.execution().id())));
        }
        return usable.get().isExpiredAt(now)
                ? Optional.of(EngineError.of(
                        ErrorCode.CLAIM_GRANT_EXPIRED,
                        "",
                        "The grant on execution %s ended at %d; ask for another."
                                .formatted(loaded.execution().id(), usable.get().expiresAt())))
                : Optional.empty();
    }
}
