package io.flowfabric.model.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoloPartitionerTest {

    @ParameterizedTest
    @CsvSource({"default, 86, 22, 2", "workers-a, 193, 1, 1", "workers-b, 162, 2, 2", "gpu, 144, 16, 0"})
    void lanesArePlacedByTheirChecksum(String lane, int of256, int of32, int of4) {
        assertThat(List.of(256, 32, 4))
                .extracting(count -> SoloPartitioner.CRC16.indexOf(new LaneId(lane), count))
                .containsExactly(of256, of32, of4);
    }

    @Test
    void lanesSpreadOverThePartitions() {
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i ->
                                SoloPartitioner.CRC16.partitionOf(new LaneId("lane-" + i), PartitionConfig.DEFAULT))
                        .distinct())
                .hasSizeGreaterThan(50);
    }

    @Test
    void customPartitionerDecidesAloneAndLeavesTheDefaultAlone() {
        SoloPartitioner constant = (lane, count) -> 0;
        assertThat(List.of("default", "gpu", "workers-a"))
                .extracting(lane -> constant.partitionOf(new LaneId(lane), PartitionConfig.DEFAULT)
                        .index())
                .containsOnly(0);
        assertThat(ExecutionId.solo(LaneId.DEFAULT, PartitionConfig.DEFAULT).partition())
                .isEqualTo(86);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256, 70_000})
    void partitionerThatLeavesTheRangeIsRefused(int index) {
        SoloPartitioner broken = (lane, count) -> index;
        assertThat(validationFailureOf(() -> broken.partitionOf(LaneId.DEFAULT, PartitionConfig.DEFAULT))
                        .detail())
                .isEqualTo("solo_partitioner: index " + index + " of 256");
    }
}
