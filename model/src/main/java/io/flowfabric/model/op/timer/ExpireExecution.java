package io.flowfabric.model.op.timer;

import io.flowfabric.model.id.ExecutionId;

/** Arguments of {@code expire_execution}: which of its two timeouts is said to have passed. */
public record ExpireExecution(ExecutionId executionId, TimeoutPhase phase) {}
