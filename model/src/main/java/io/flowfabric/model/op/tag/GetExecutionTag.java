package io.flowfabric.model.op.tag;

import io.flowfabric.model.id.ExecutionId;

/** Arguments of {@code get_execution_tag}. */
public record GetExecutionTag(ExecutionId executionId, String key) {}
