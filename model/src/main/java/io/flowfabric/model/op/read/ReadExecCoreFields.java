package io.flowfabric.model.op.read;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import java.util.List;
import java.util.OptionalInt;

/**
 * Arguments of {@code read_exec_core_fields}.
 *
 * @param partition when given, it must be the one in the id
 * @param fields names of stored fields; an unknown one reads as absent
 */
public record ReadExecCoreFields(
        ExecutionId executionId,
        @JsonMember(format = Format.PARTITION) OptionalInt partition,
        List<String> fields) {
    public ReadExecCoreFields {
        fields = List.copyOf(fields);
    }
}
