package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.engine.rules.record.TagRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.tag.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

/** Every rule about an execution that exists, called with random arguments. */
final class RandomRules {

    static final String CAPABILITY = "gpu";

    private static final List<BlockingReason> BLOCKS = List.of(
            BlockingReason.WAITING_FOR_BUDGET,
            BlockingReason.WAITING_FOR_CAPABLE_WORKER,
            BlockingReason.PAUSED_BY_OPERATOR);

    /** A rule with its arguments. */
    interface Rule {
        Decision<?> decide(Loaded loaded, long now);
    }

    private final Random random;
    private final List<Rule> rules;

    RandomRules(Random random) {
        this.random = random;
        this.rules = List.of(
                (loaded, now) -> ClaimRules.claim(loaded, capabilities(), acquisition(now), 0, now),
                (loaded, now) -> ClaimRules.claim(loaded, capabilities(), acquisition(now), 0, now),
                (loaded, now) -> ClaimRules.grantAndClaim(loaded, acquisition(now), now),
                (loaded, now) -> ClaimRules.claimExecution(loaded, acquisition(now), now),
                (loaded, now) -> ClaimRules.claimResumed(loaded, acquisition(now), now),
                (loaded, now) -> GrantRules.issueClaimGrant(loaded, grantRequest(), now),
                (loaded, now) -> GrantRules.issueReclaimGrant(loaded, grantRequest(), now),
                (loaded, now) -> ReclaimRules.reclaim(loaded, acquisition(now), OptionalInt.empty(), now),
                (loaded, now) -> LeaseRules.renew(
                        loaded.execution(),
                        fence(loaded),
                        loaded.execution().current().index().orElse(0),
                        ttl(),
                        now),
                (loaded, now) -> LeaseRules.progress(loaded.execution(), fence(loaded), percent(), maybeText(), now),
                (loaded, now) -> LeaseRules.markExpiredIfDue(Optional.of(loaded.execution()), now),
                (loaded, now) -> LeaseRules.revoke(
                        loaded.execution(),
                        Optional.empty(),
                        Optional.empty(),
                        maybeText().orElse(""),
                        now),
                (loaded, now) -> OutcomeRules.completeOrRepeat(loaded.execution(), fence(loaded), result(), now),
                (loaded, now) -> OutcomeRules.failOrRepeat(loaded.execution(), fence(loaded), failure(loaded), now),
                (loaded, now) -> OutcomeRules.delay(loaded.execution(), fence(loaded), now + ttl(), now),
                (loaded, now) -> OutcomeRules.waitChildren(amongOthers(loaded), fence(loaded), now),
                (loaded, now) -> TimerRules.promoteDelayed(Optional.of(loaded.execution()), now),
                (loaded, now) -> TimerRules.expire(Optional.of(loaded), TimeoutPhase.ATTEMPT_TIMEOUT, 0.5, now),
                (loaded, now) -> TimerRules.expire(Optional.of(loaded), TimeoutPhase.EXECUTION_DEADLINE, 0.5, now),
                (loaded, now) -> AdmissionRules.block(
                        Optional.of(loaded), pick(BLOCKS).literal(), maybeText().orElse(""), now),
                (loaded, now) -> AdmissionRules.unblock(loaded.execution(), Optional.empty(), now),
                (loaded, now) -> OperatorRules.changePriority(loaded.execution(), random.nextInt(9000), now),
                (loaded, now) -> OperatorRules.replay(loaded, maybeText(), maybeText(), now),
                (loaded, now) -> OperatorRules.resume(loaded.execution(), random.nextInt(2) * ttl(), now),
                (loaded, now) -> suspend(loaded.execution(), now),
                (loaded, now) -> TagRules.set(
                        loaded.execution(), Tags.EMPTY, Map.of(Tags.INSTANCE_ID, "i-" + random.nextInt(3)), now),
                this::cancel);
    }

    Rule next() {
        return pick(rules);
    }

    /** Cancelling is rare, or little else would ever happen. */
    private Decision<?> cancel(Loaded loaded, long now) {
        return switch (random.nextInt(6)) {
            case 0 ->
                CancelRules.cancelExecution(
                        loaded,
                        "not needed",
                        CancelSource.OPERATOR_OVERRIDE,
                        Optional.empty(),
                        OptionalLong.empty(),
                        now);
            case 1 -> CancelRules.cancelByHolder(loaded, fence(loaded), "not possible", now);
            default -> Decision.of(Ok.OK);
        };
    }

    /** A lease given up for a suspension, in the form that the rules give to every pause. */
    private static Decision<?> suspend(Execution e, long now) {
        if (e.vector().phase() != LifecyclePhase.ACTIVE) {
            return Decision.of(Ok.OK);
        }
        var after = e.edit()
                .transition(StateVector.suspended(BlockingReason.WAITING_FOR_APPROVAL), "needs a signature", now)
                .paused(e.openAttempt().orElseThrow().suspended("approval", now))
                .dueTimes(e.dueTimes().pausedAt(now))
                .done();
        return Decision.of(Ok.OK).changing(new Change.Released(e, after, Optional.empty()));
    }

    private Acquisition acquisition(long now) {
        return new Acquisition(
                worker(),
                new WorkerInstanceId("instance-" + random.nextInt(3)),
                new LeaseId(uuid()),
                new AttemptId(uuid()),
                ttl(),
                maybe() ? OptionalLong.of(ttl()) : OptionalLong.empty(),
                random.nextInt(8) == 0 ? OptionalLong.of(now + 10 * ttl()) : OptionalLong.empty());
    }

    private GrantRequest grantRequest() {
        return new GrantRequest(
                "grant-" + random.nextInt(), worker(), new WorkerInstanceId("instance-1"), capabilities(), ttl());
    }

    /** The fence of the holder, or one that fits no lease when there is none. */
    private Fence fence(Loaded loaded) {
        Execution e = loaded.execution();
        var holder = e.leaseHolder();
        return new Fence(
                holder.isPresent() ? holder.get().leaseId() : new LeaseId(uuid()),
                e.leaseEpoch(),
                e.currentAttemptId().orElseGet(() -> new AttemptId(uuid())));
    }

    private Failure failure(Loaded loaded) {
        return new Failure(
                "it broke",
                "network",
                FailureClass.TRANSIENT,
                loaded.policy().handling().retryPolicy(),
                random.nextDouble());
    }

    /** Now and then a member of a flow that waits for another. */
    private Loaded amongOthers(Loaded loaded) {
        return random.nextInt(4) > 0
                ? loaded
                : new Loaded(loaded.execution(), loaded.policy(), loaded.grant(), new Membership(false, false, 1, 0));
    }

    private CapabilitySet capabilities() {
        return maybe() ? CapabilitySet.EMPTY : CapabilitySet.required(List.of(CAPABILITY));
    }

    private WorkerId worker() {
        return new WorkerId("worker-" + random.nextInt(2));
    }

    private Optional<Payload> result() {
        return maybe() ? Optional.of(Payload.json("{\"n\":" + random.nextInt() + "}")) : Optional.empty();
    }

    private OptionalInt percent() {
        return maybe() ? OptionalInt.of(random.nextInt(101)) : OptionalInt.empty();
    }

    private Optional<String> maybeText() {
        return maybe() ? Optional.of("because " + random.nextInt(1000)) : Optional.empty();
    }

    private long ttl() {
        return 1 + random.nextInt(1000);
    }

    private boolean maybe() {
        return random.nextBoolean();
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
