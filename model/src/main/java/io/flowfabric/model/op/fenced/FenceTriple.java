package io.flowfabric.model.op.fenced;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.claim.Claim;
import java.util.Optional;
import java.util.OptionalLong;

/** The proof that a caller holds a lease. It counts only whole; which parts are there is for the rules to judge. */
public record FenceTriple(Optional<LeaseId> leaseId, OptionalLong leaseEpoch, Optional<AttemptId> attemptId) {
    /** No proof at all. */
    public static final FenceTriple NONE = new FenceTriple(Optional.empty(), OptionalLong.empty(), Optional.empty());

    /** The proof of the holder of a claim. */
    public static FenceTriple of(Claim claim) {
        return new FenceTriple(
                Optional.of(claim.leaseId()), OptionalLong.of(claim.leaseEpoch()), Optional.of(claim.attemptId()));
    }
}
