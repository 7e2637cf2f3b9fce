package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;

/**
 * Arguments of {@code issue_grant_and_claim}.
 *
 * @param laneId informational: the stored lane counts
 */
public record IssueGrantAndClaim(ExecutionId executionId, LaneId laneId, long leaseDurationMs) {}
