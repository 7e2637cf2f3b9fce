package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;

/** Arguments of {@code expire_execution}: which of its two clocks is said to have run out. */
public record ExpireExecution(ExecutionId executionId, TimeoutPhase phase) {}
