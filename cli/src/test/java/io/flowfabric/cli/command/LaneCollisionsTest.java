package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.LaneCollisions.Severity;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.SoloPartitioner;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneCollisionsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, CLEAN",
        "1, 0, CLEAN",
        "100, 0, CLEAN",
        "100, 4, WATCH",
        "100, 5, ELEVATED",
        "100, 15, ELEVATED",
        "100, 16, REMEDIATE",
        "40, 2, ELEVATED",
        "41, 2, WATCH",
        "2, 2, REMEDIATE"
    })
    void severityFollowsTheShareOfCollidingLanes(int lanes, int colliding, Severity severity) {
        List<LaneId> names =
                IntStream.range(0, lanes).mapToObj(i -> new LaneId("lane-" + i)).toList();
        SoloPartitioner firstOnesTogether = (lane, count) -> Math.max(0, names.indexOf(lane) - colliding + 1);
        assertThat(LaneCollisions.of(names, PartitionConfig.DEFAULT, firstOnesTogether)
                        .severity())
                .isEqualTo(severity);
    }

    @Test
    void reportNamesTheLanesOfEachSharedPartition() {
        var lanes = List.of(new LaneId("workers-b"), new LaneId("gpu"), LaneId.DEFAULT, new LaneId("workers-a"));
        LaneCollisions report = LaneCollisions.of(lanes, new PartitionConfig(4, 1, 1), SoloPartitioner.CRC16);
        assertThat(report.lanes()).isEqualTo(4);
        assertThat(report.shared()).containsOnlyKeys(2);
        assertThat(report.shared().get(2)).containsExactly(LaneId.DEFAULT, new LaneId("workers-b"));
    }

    @Test
    void laneGivenTwiceDoesNotCollideWithItself() {
        var lanes = List.of(LaneId.DEFAULT, LaneId.DEFAULT);
        LaneCollisions report = LaneCollisions.of(lanes, PartitionConfig.DEFAULT, SoloPartitioner.CRC16);
        assertThat(report.severity()).isEqualTo(Severity.CLEAN);
        assertThat(report.lanes()).isEqualTo(1);
    }
}
