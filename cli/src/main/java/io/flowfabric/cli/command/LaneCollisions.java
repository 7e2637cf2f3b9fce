package io.flowfabric.cli.command;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.SoloPartitioner;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which of the configured lanes share a partition for their executions without a flow, and therefore compete for it.
 *
 * @param lanes how many distinct lanes were examined
 * @param shared the partitions that hold more than one of them, with those lanes in order
 */
public record LaneCollisions(int lanes, SortedMap<Integer, List<LaneId>> shared) {

    /** How urgently the lanes should be renamed or the partition count changed. */
    public enum Severity {
        /** No lane shares its partition. */
        CLEAN,
        /** Less than 5 % of the lanes do. */
        WATCH,
        /** 5 % to 15 % do. */
        ELEVATED,
        /** More than 15 % do. */
        REMEDIATE
    }

    /** Copies the map and its lists. */
    public LaneCollisions {
        var copy = new TreeMap<Integer, List<LaneId>>();
        shared.forEach((partition, together) -> copy.put(partition, List.copyOf(together)));
        shared = Collections.unmodifiableSortedMap(copy);
    }

    /** Examines {@code lanes}; one that is given twice counts once. */
    public static LaneCollisions of(Collection<LaneId> lanes, PartitionConfig config, SoloPartitioner partitioner) {
        var distinct = new TreeSet<>(lanes);
        var byPartition = distinct.stream()
                .collect(Collectors.groupingBy(
                        lane -> partitioner.partitionOf(lane, config).index(), TreeMap::new, Collectors.toList()));
        byPartition.values().removeIf(alone -> alone.size() == 1);
        return new LaneCollisions(distinct.size(), byPartition);
    }

    /** How many lanes share their partition. */
    public int colliding() {
        return shared.values().stream().mapToInt(List::size).sum();
    }

    /** How urgent a share of lanes that share a partition is. */
    public Severity severity() {
        long colliding = colliding();
        if (colliding == 0) {
            return Severity.CLEAN;
        }
        if (colliding * 100 < lanes * 5L) {
            return Severity.WATCH;
        }
        return colliding * 100 <= lanes * 15L ? Severity.ELEVATED : Severity.REMEDIATE;
    }
}
