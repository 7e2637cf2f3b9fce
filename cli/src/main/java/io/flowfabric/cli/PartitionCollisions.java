package io.flowfabric.cli;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.model.partition.SoloPartitioner;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which lanes put their executions without a flow into the same partition. A partition follows from the name of the lane,
 * so nothing is asked for it.
 *
 * @param places sorted by partition, then by lane
 */
record PartitionCollisions(List<Place> places) {

    /**
     * A lane and where its executions are.
     *
     * @param neighbours the other lanes of the same partition, sorted
     */
    record Place(LaneId lane, int partition, List<LaneId> neighbours) {}

    /** How urgent it is, by the share of lanes that collide. */
    enum Severity {
        CLEAN("Clean"),
        WATCH("Watch"),
        ELEVATED("Elevated"),
        REMEDIATE("Remediate");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final int ELEVATED_FROM_PERCENT = 5;
    private static final int ELEVATED_TO_PERCENT = 15;

    /** @throws IllegalArgumentException naming a lane that is there twice */
    static PartitionCollisions of(List<LaneId> lanes, PartitionConfig partitions) {
        requireDistinct(lanes);
        var byPartition = lanes.stream()
                .sorted(Comparator.comparing(LaneId::value))
                .collect(Collectors.groupingBy(
                        lane -> SoloPartitioner.CRC16
                                .partitionOf(lane, partitions)
                                .index(),
                        TreeMap::new,
                        Collectors.toList()));
        return new PartitionCollisions(byPartition.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .map(lane -> new Place(lane, entry.getKey(), without(lane, entry.getValue()))))
                .toList());
    }

    /** How many lanes share their partition. */
    int colliding() {
        return (int)
                places.stream().filter(place -> !place.neighbours().isEmpty()).count();
    }

    Severity severity() {
        return severity(colliding(), places.size());
    }

    /** By whole numbers, so that 5 % and 15 % are exactly that. */
    static Severity severity(long colliding, long lanes) {
        if (colliding == 0) {
            return Severity.CLEAN;
        }
        if (colliding * 100 < lanes * ELEVATED_FROM_PERCENT) {
            return Severity.WATCH;
        }
        return colliding * 100 <= lanes * ELEVATED_TO_PERCENT ? Severity.ELEVATED : Severity.REMEDIATE;
    }

    private static List<LaneId> without(LaneId lane, List<LaneId> all) {
        return all.stream().filter(other -> !other.equals(lane)).toList();
    }

    private static void requireDistinct(List<LaneId> lanes) {
        var seen = new HashSet<LaneId>();
        for (LaneId lane : lanes) {
            if (!seen.add(lane)) {
                throw new IllegalArgumentException(
                        "FF_LANES: \"%s\" is there twice; name each lane once.".formatted(lane));
            }
        }
    }
}
