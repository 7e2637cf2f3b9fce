package io.flowfabric.model.op.timer;

import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import java.util.List;
import java.util.OptionalInt;

/**
 * Arguments of {@code reconcile_execution_index}.
 *
 * @param partition only executions of this one, when given
 * @param lanes only executions of these; of all lanes when empty
 */
public record ReconcileExecutionIndex(
        @JsonMember(format = Format.PARTITION) OptionalInt partition,
        @JsonMember(omitted = "[]") List<LaneId> lanes,
        @JsonMember(omitted = "{}") ScannerFilter filter) {
    /** Every execution of the store. */
    public static final ReconcileExecutionIndex ALL =
            new ReconcileExecutionIndex(OptionalInt.empty(), List.of(), ScannerFilter.NONE);

    public ReconcileExecutionIndex {
        lanes = List.copyOf(lanes);
    }

    /** Whether an execution has to be read before it is known to be meant. */
    public boolean isSelective() {
        return !lanes.isEmpty() || !filter.isNoOp();
    }
}
