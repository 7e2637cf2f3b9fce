package io.flowfabric.engine.store.claim;

import java.util.List;

/**
 * What a scan of the front of some queues has locked.
 *
 * @param candidates in the order of the lane
 * @param complete whether no claimable execution was skipped: false when the scan skipped rows that another transaction
 *     holds locked, or did not read everything
 */
public record ClaimFront(List<Candidate> candidates, boolean complete) {}
