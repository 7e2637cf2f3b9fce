package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.OwnershipState;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Everything that may be asked of an execution, as far as a random life asks for it. */
enum Command {
    CLAIM((given, asked) -> ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, asked.by(), 0, given.now())),
    CLAIM_EXECUTION((given, asked) -> ClaimRules.claimExecution(given.loaded(), asked.by(), given.now())),
    CLAIM_RESUMED((given, asked) -> ClaimRules.claimResumed(given.loaded(), asked.by(), given.now())),
    GRANT_AND_CLAIM((given, asked) -> ClaimRules.grantAndClaim(given.loaded(), asked.by(), given.now())),
    ISSUE_CLAIM_GRANT((given, asked) -> GrantRules.issueClaimGrant(given.loaded(), asked.grantRequest(), given.now())),
    ISSUE_RECLAIM_GRANT(
            (given, asked) -> GrantRules.issueReclaimGrant(given.loaded(), asked.grantRequest(), given.now())),
    RECLAIM((given, asked) -> ReclaimRules.reclaim(given.loaded(), asked.by(), OptionalInt.empty(), given.now())),
    RENEW((given, asked) -> FencedCall.RENEW.make(given, asked.fence())),
    PROGRESS((given, asked) -> FencedCall.PROGRESS.make(given, asked.fence())),
    COMPLETE((given, asked) ->
            OutcomeRules.completeOrRepeat(given.execution(), asked.fence(), Optional.empty(), given.now())),
    FAIL((given, asked) -> OutcomeRules.failOrRepeat(
            given.execution(), asked.fence(), given.failure("boom", FailureClass.TRANSIENT), given.now())),
    FAIL_FOR_GOOD((given, asked) -> OutcomeRules.failOrRepeat(
            given.execution(), asked.fence(), given.failure("boom", FailureClass.PERMANENT), given.now())),
    DELAY((given, asked) -> FencedCall.DELAY.make(given, asked.fence())),
    WAIT_CHILDREN((given, asked) -> FencedCall.WAIT_CHILDREN.make(given, asked.fence())),
    WAIT_FOR_ONE_CHILD((given, asked) ->
            OutcomeRules.waitChildren(given.member(false, false, 1, 0).loaded(), asked.fence(), given.now())),
    CANCEL_BY_HOLDER((given, asked) -> CancelRules.cancelByHolder(given.loaded(), asked.fence(), "stop", given.now())),
    CANCEL((given, asked) -> CancelRules.cancelExecution(
            given.loaded(),
            "stop",
            CancelSource.OPERATOR_OVERRIDE,
            Optional.empty(),
            OptionalLong.empty(),
            given.now())),
    SUSPEND(Command::suspend),
    RESUME((given, asked) -> OperatorRules.resume(given.execution(), 0, given.now())),
    RESUME_LATER((given, asked) -> OperatorRules.resume(given.execution(), 100, given.now())),
    REVOKE((given, asked) ->
            LeaseRules.revoke(given.execution(), Optional.empty(), Optional.empty(), "drain", given.now())),
    MARK_EXPIRED((given, asked) -> LeaseRules.markExpiredIfDue(Optional.of(given.execution()), given.now())),
    PROMOTE((given, asked) -> TimerRules.promoteDelayed(Optional.of(given.execution()), given.now())),
    TIME_OUT((given, asked) -> expire(given, TimeoutPhase.ATTEMPT_TIMEOUT)),
    EXPIRE((given, asked) -> expire(given, TimeoutPhase.EXECUTION_DEADLINE)),
    BLOCK((given, asked) -> AdmissionRules.block(
            Optional.of(given.loaded()), asked.blockingReason().literal(), "held back", given.now())),
    UNBLOCK((given, asked) -> AdmissionRules.unblock(given.execution(), Optional.empty(), given.now())),
    CHANGE_PRIORITY((given, asked) -> OperatorRules.changePriority(given.execution(), 5, given.now())),
    REPLAY((given, asked) -> OperatorRules.replay(given.loaded(), Optional.empty(), Optional.empty(), given.now())),
    REPLAY_BLOCKED((given, asked) -> OperatorRules.replay(
            given.member(false, false, 1, 0).loaded(), Optional.empty(), Optional.empty(), given.now()));

    /** What a command may need to know. */
    interface Asked {
        Acquisition by();

        GrantRequest grantRequest();

        Fence fence();

        BlockingReason blockingReason();
    }

    private interface Rule {
        Decision<?> decide(Given given, Asked asked);
    }

    private final Rule rule;

    Command(Rule rule) {
        this.rule = rule;
    }

    Decision<?> make(Given given, Asked asked) {
        return rule.decide(given, asked);
    }

    /** Whether only the holder of the lease may get anything done by it. */
    boolean isFenced() {
        return switch (this) {
            case RENEW,
                    PROGRESS,
                    COMPLETE,
                    FAIL,
                    FAIL_FOR_GOOD,
                    DELAY,
                    WAIT_CHILDREN,
                    WAIT_FOR_ONE_CHILD,
                    CANCEL_BY_HOLDER -> true;
            default -> false;
        };
    }

    private static Decision<?> expire(Given given, TimeoutPhase phase) {
        return TimerRules.expire(Optional.of(given.loaded()), phase, 0.5, given.now());
    }

    /** No rule suspends yet; the state is put together by hand, from a live lease. */
    private static Decision<?> suspend(Given given, Asked asked) {
        var e = given.execution();
        return e.vector().ownership() == OwnershipState.LEASED
                ? Decision.of(Ok.OK)
                        .changing(new Change.Released(
                                e,
                                given.suspended(BlockingReason.WAITING_FOR_SIGNAL)
                                        .execution(),
                                Optional.empty()))
                : Decision.of(Ok.OK);
    }
}
