package io.flowfabric.model.op;

import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code complete_execution}.
 *
 * @param fence may be absent only for the source {@code operator_override}
 * @param attemptIndex informational: the current attempt is meant
 * @param source in whose name; {@code lease_holder} unless somebody else is spelled out
 */
public record CompleteExecution(
        ExecutionId executionId,
        Optional<FenceTriple> fence,
        OptionalInt attemptIndex,
        Optional<Payload> result,
        CancelSource source) {}
