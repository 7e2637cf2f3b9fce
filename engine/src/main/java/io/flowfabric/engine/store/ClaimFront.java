package io.flowfabric.engine.store;

import java.util.List;

/**
 * What a look at the front of some queues has locked.
 *
 * @param candidates in the order of the lane
 * @param complete whether nothing that stands to be claimed was left out on the way: false when it passed over rows that
 *     another transaction holds locked, or did not look everywhere
 */
public record ClaimFront(List<Candidate> candidates, boolean complete) {}
