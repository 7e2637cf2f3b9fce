package io.flowfabric.model.op;

import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import java.util.List;
import java.util.OptionalInt;

/**
 * Arguments of {@code reconcile_execution_index}.
 *
 * @param partition only executions of this one, when given
 * @param lanes only executions of these; of all lanes when empty
 */
public record ReconcileExecutionIndex(OptionalInt partition, List<LaneId> lanes, ScannerFilter filter) {
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
