package io.flowfabric.model.op;

import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Arguments of {@code trim_retention}.
 *
 * @param partition only executions of this one, when given
 * @param laneId only executions of this lane, when given
 * @param retentionMs how long executions are kept whose policy says nothing
 * @param batchSize how many executions to forget at most, at least 1
 */
public record TrimRetention(
        OptionalInt partition, Optional<LaneId> laneId, long retentionMs, int batchSize, ScannerFilter filter) {

    /** Whether all executions are meant. */
    public boolean isUnrestricted() {
        return partition.isEmpty() && laneId.isEmpty() && filter.isNoOp();
    }

    /** A pass over everything. */
    public static TrimRetention all(long retentionMs, int batchSize) {
        return new TrimRetention(OptionalInt.empty(), Optional.empty(), retentionMs, batchSize, ScannerFilter.NONE);
    }
}
