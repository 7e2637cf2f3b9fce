package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimForWorkerOutcome;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimedOutcome;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.model.op.ReclaimOutcome;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The ids of a lease and an attempt that the engine chose. Where it chose none, ids that are nobody's. */
record Minted(LeaseId leaseId, AttemptId attemptId) {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final Minted NOTHING = new Minted(new LeaseId(NOBODY), new AttemptId(NOBODY));

    /** Of the claim at an index. */
    static Minted at(int index, Answer<ClaimOutcome> actual) {
        return in(
                actual,
                outcome -> index < outcome.claims().size() ? of(outcome.claims().get(index)) : NOTHING);
    }

    static Minted claimed(Answer<ClaimedOutcome> actual) {
        return in(actual, outcome -> of(outcome.claim()));
    }

    static Minted reclaimed(Answer<ReclaimOutcome> actual) {
        return in(actual, outcome -> outcome instanceof ReclaimOutcome.Claimed claimed ? of(claimed.claim()) : NOTHING);
    }

    static Minted byOperator(Answer<OperatorClaim> actual) {
        return in(actual, claim -> new Minted(claim.leaseId(), claim.attemptId()));
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
    Minted unless(Optional<LeaseId> lease, Optional<AttemptId> attempt) {
        return new Minted(lease.orElse(leaseId), attempt.orElse(attemptId));
    }

    private static Minted of(Claim claim) {
        return new Minted(claim.leaseId(), claim.attemptId());
    }

    private static <R> Minted in(Answer<R> actual, Function<R, Minted> found) {
        return actual instanceof Answer.Given<R> given ? found.apply(given.result()) : NOTHING;
    }
}
