package io.flowfabric.model.op.timer;

import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
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
        @JsonMember(format = Format.PARTITION) OptionalInt partition,
        Optional<LaneId> laneId,
        @JsonMember(omitted = "86400000") long retentionMs,
        @JsonMember(omitted = "20") int batchSize,
        @JsonMember(omitted = "{}") ScannerFilter filter) {

    /** Whether all executions are meant. */
    public boolean isUnrestricted() {
        return partition.isEmpty() && laneId.isEmpty() && filter.isNoOp();
    }

    /** A pass over everything. */
    public static TrimRetention all(long retentionMs, int batchSize) {
        return new TrimRetention(OptionalInt.empty(), Optional.empty(), retentionMs, batchSize, ScannerFilter.NONE);
    }
}
