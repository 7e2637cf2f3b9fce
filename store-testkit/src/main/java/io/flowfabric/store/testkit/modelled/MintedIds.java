package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.grant.ClaimedOutcome;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.OperatorClaim;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The ids of a lease and an attempt that the engine chose. Where it chose none, ids that no record has. */
record MintedIds(LeaseId leaseId, AttemptId attemptId) {
    private static final UUID UNKNOWN = new UUID(0, 0);
    private static final MintedIds NOTHING = new MintedIds(new LeaseId(UNKNOWN), new AttemptId(UNKNOWN));

    /** Of the claim at an index. */
    static MintedIds at(int index, Answer<ClaimOutcome> actual) {
        return in(
                actual,
                outcome -> index < outcome.claims().size() ? of(outcome.claims().get(index)) : NOTHING);
    }

    static MintedIds claimed(Answer<ClaimedOutcome> actual) {
        return in(actual, outcome -> of(outcome.claim()));
    }

    static MintedIds reclaimed(Answer<ReclaimOutcome> actual) {
        return in(actual, outcome -> outcome instanceof ReclaimOutcome.Claimed claimed ? of(claimed.claim()) : NOTHING);
    }

    static MintedIds byOperator(Answer<OperatorClaim> actual) {
        return in(actual, claim -> new MintedIds(claim.leaseId(), claim.attemptId()));
    }

    static String grantKey(Answer<GrantOutcome> actual) {
        return actual instanceof Answer.Given<GrantOutcome> given
                        && given.result() instanceof GrantOutcome.Granted granted
                ? granted.grantKey()
                : "";
    }

    static String workerGrantKey(Answer<ClaimForWorkerOutcome> actual) {
        return actual instanceof Answer.Given<ClaimForWorkerOutcome> given
                        && given.result() instanceof ClaimForWorkerOutcome.Granted granted
                ? granted.grantKey()
                : "";
    }

    /** These ids, except where the caller named them. */
    MintedIds unless(Optional<LeaseId> lease, Optional<AttemptId> attempt) {
        return new MintedIds(lease.orElse(leaseId), attempt.orElse(attemptId));
    }

    private static MintedIds of(Claim claim) {
        return new MintedIds(claim.leaseId(), claim.attemptId());
    }

    private static <R> MintedIds in(Answer<R> actual, Function<R, MintedIds> found) {
        return actual instanceof Answer.Given<R> given ? found.apply(given.result()) : NOTHING;
    }
}
