package io.flowfabric.model.op;

import io.flowfabric.model.id.LaneId;
import java.util.OptionalInt;

/**
 * Arguments of {@code scan_eligible_executions}.
 *
 * @param limit at most 10000; 0 answers an empty list
 * @param partition only this one, when given
 */
public record ScanEligibleExecutions(LaneId laneId, int limit, OptionalInt partition) {}
