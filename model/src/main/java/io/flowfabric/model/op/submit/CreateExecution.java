package io.flowfabric.model.op.submit;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Payload;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code create_execution}. Policy and tags are not checked here: a duplicate is answered before they are
 * read.
 *
 * @param executionId minted by the engine when absent
 * @param policy JSON text of the execution policy; empty for none
 */
public record CreateExecution(
        @JsonMember(mintedFrom = "mint_for_flow") Optional<ExecutionId> executionId,
        Namespace namespace,
        @JsonMember(omitted = "\"default\"") LaneId laneId,
        String executionKind,

        @JsonMember(name = "input_payload", format = Format.PAYLOAD, encoding = "payload_encoding", omitted = "[]")
        Payload input,

        @JsonMember(omitted = "0") int priority,
        @JsonMember(omitted = "\"\"") String creatorIdentity,
        @JsonMember(emptyMeansOmitted = true) Optional<IdempotencyKey> idempotencyKey,
        @JsonMember(omitted = "{}") Map<String, String> tags,

        @JsonMember(format = Format.POLICY, omitted = "\"\"")
        String policy,

        OptionalLong delayUntil,
        OptionalLong executionDeadlineAt) {

    public CreateExecution {
        tags = Map.copyOf(tags);
    }

    /** The same by another creator. */
    public CreateExecution withCreatorIdentity(String value) {
        return new CreateExecution(
                executionId,
                namespace,
                laneId,
                executionKind,
                input,
                priority,
                value,
                idempotencyKey,
                tags,
                policy,
                delayUntil,
                executionDeadlineAt);
    }

    /** Starts the arguments of an execution of a kind on a lane; everything else is optional. */
    public static CreateExecutionBuilder of(Namespace namespace, LaneId lane, String kind) {
        return new CreateExecutionBuilder(namespace, lane, kind);
    }
}
