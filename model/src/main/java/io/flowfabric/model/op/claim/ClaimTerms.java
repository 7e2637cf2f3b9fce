package io.flowfabric.model.op.claim;

import io.flowfabric.model.lease.LeaseMarks;

/**
 * What a claimer says about how it holds what it is handed.
 *
 * @param startNow how many it begins at once; what it is handed beyond that, in the order of the answer, counts as not
 *     started until a renewal says so. The loss of a lease that was not started does not count against the reclaim cap
 * @param acknowledgesRevoke after a revoke it stops, and then says so by giving the lease up ({@code delay}, or the
 *     outcome it has); the execution is offered to others from then on, and at the latest when the lease would have ended
 */
public record ClaimTerms(int startNow, boolean acknowledgesRevoke) {
    /** Everything begins at once, and a revoke frees the execution at once. */
    public static final ClaimTerms PLAIN = new ClaimTerms(Integer.MAX_VALUE, false);

    /** {@link #PLAIN} as JSON. */
    static final String PLAIN_JSON = "{\"start_now\":" + Integer.MAX_VALUE + ",\"acknowledges_revoke\":false}";

    /** The marks of the lease that is handed out at this place of the answer, from 0. */
    public LeaseMarks marksAt(int place) {
        return new LeaseMarks(place >= startNow, acknowledgesRevoke);
    }
}
