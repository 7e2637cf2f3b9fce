package io.flowfabric.model.op.fenced;

import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Payload;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code complete_execution}.
 *
 * @param fence may be absent only for the source {@code operator_override}
 * @param attemptIndex informational: the current attempt is meant
 * @param source in whose name; {@code lease_holder} if absent
 */
public record CompleteExecution(
        ExecutionId executionId,
        Optional<FenceTriple> fence,
        OptionalInt attemptIndex,

        @JsonMember(name = "result_payload", format = Format.PAYLOAD, encoding = "result_encoding")
        Optional<Payload> result,

        @JsonMember(omitted = "\"lease_holder\"") CancelSource source) {}
