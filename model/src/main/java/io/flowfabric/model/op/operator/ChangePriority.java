package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;

/**
 * Arguments of {@code change_priority}.
 *
 * @param newPriority clamped to 0…9000
 */
public record ChangePriority(ExecutionId executionId, int newPriority) {}
