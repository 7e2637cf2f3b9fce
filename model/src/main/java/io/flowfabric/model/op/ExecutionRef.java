package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;

/** Arguments of the operations that only name an execution. */
public record ExecutionRef(ExecutionId executionId) {}
