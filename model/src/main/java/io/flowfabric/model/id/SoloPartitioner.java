package io.flowfabric.model.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.partition.Crc16;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import java.nio.charset.StandardCharsets;

/**
 * Chooses the partition of the executions of a lane that belong to no flow. Must answer the same index for the same
 * arguments, on every machine and in every release; called from any thread.
 */
@FunctionalInterface
public interface SoloPartitioner {

    /** The default: the CRC of the lane's name, modulo the count. */
    SoloPartitioner CRC16 = (lane, count) -> Crc16.of(lane.value().getBytes(StandardCharsets.UTF_8)) % count;

    /** The index for {@code lane}, at least 0 and below {@code count}. */
    int indexOf(LaneId lane, int count);

    /**
     * The partition for {@code lane} under {@code config}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the index chosen is out of range
     */
    default Partition partitionOf(LaneId lane, PartitionConfig config) {
        int count = config.flowPartitions();
        int index = indexOf(lane, count);
        if (index < 0 || index >= count) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "solo_partitioner: index " + index + " of " + count,
                            "The partitioner placed lane \"" + lane + "\" outside the " + count
                                    + " configured partitions; correct it.")
                    .toException();
        }
        return new Partition(PartitionFamily.EXECUTION, index);
    }
}
