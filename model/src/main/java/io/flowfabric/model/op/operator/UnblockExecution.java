package io.flowfabric.model.op.operator;

import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;

/**
 * Arguments of {@code unblock_execution}.
 *
 * @param expectedBlockingReason only a block for this reason is lifted, when given
 */
public record UnblockExecution(ExecutionId executionId, Optional<String> expectedBlockingReason) {}
