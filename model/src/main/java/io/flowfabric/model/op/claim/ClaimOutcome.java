package io.flowfabric.model.op.claim;

import java.util.List;

/**
 * The executions that {@code claim} handed out, those of a lane in its order; none when there is no work.
 *
 * @param waitedMs how long the call was parked before it claimed; a claimer that counts a lease from when it sent the call
 *     may begin so much later
 */
public record ClaimOutcome(List<Claim> claims, long waitedMs) {
    public ClaimOutcome {
        claims = List.copyOf(claims);
    }

    /** The answer to a call that did not wait. */
    public static ClaimOutcome atOnce(List<Claim> claims) {
        return new ClaimOutcome(claims, 0);
    }
}
