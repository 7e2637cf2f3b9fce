package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import java.util.Optional;

/**
 * Arguments of {@code block_execution_for_admission}.
 *
 * @param laneId informational: the stored lane counts
 * @param reason the literal of one of the five blocking reasons; any other is rejected
 */
public record BlockExecutionForAdmission(
        ExecutionId executionId, Optional<LaneId> laneId, String reason, Optional<String> reasonDetail) {}
