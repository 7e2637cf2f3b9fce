package io.flowfabric.model.id;

import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionIdSyntaxException.Problem;
import io.flowfabric.model.internal.id.UuidText;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import io.flowfabric.model.partition.PartitionIndex;
import java.util.Objects;
import java.util.UUID;

/**
 * Names an execution for its whole life, over retries, reclaims and replays. Written <code>{fp:N}:uuid</code>, in
 * exactly one spelling, so that comparing texts and comparing values is the same thing.
 *
 * @param partition where the execution lives, 0 to 65535; neither rehashed nor bound to a configured count
 * @param uuid any UUID, of any version
 */
public record ExecutionId(int partition, UUID uuid) implements Comparable<ExecutionId> {

    private static final String TAG_OPEN = "{fp:";
    private static final String TAG_CLOSE = "}:";

    /** Fails with {@code invalid_input} if the partition is out of range. */
    public ExecutionId {
        PartitionIndex.require(partition);
        Objects.requireNonNull(uuid, "uuid");
    }

    /**
     * Reads an id in its canonical spelling.
     *
     * @throws ExecutionIdSyntaxException {@code invalid_input} with the first problem met
     */
    public static ExecutionId parse(String text) {
        int close = text.startsWith(TAG_OPEN) ? text.indexOf(TAG_CLOSE, TAG_OPEN.length()) : -1;
        if (close < 0) {
            throw new ExecutionIdSyntaxException(Problem.MISSING_TAG, text);
        }
        int partition = PartitionIndex.parse(text, TAG_OPEN.length(), close);
        if (partition == PartitionIndex.INVALID) {
            throw new ExecutionIdSyntaxException(
                    Problem.INVALID_PARTITION_INDEX, text.substring(TAG_OPEN.length(), close));
        }
        int begin = close + TAG_CLOSE.length();
        return UuidText.canonical(text, begin)
                .map(uuid -> new ExecutionId(partition, uuid))
                .orElseThrow(() -> new ExecutionIdSyntaxException(Problem.INVALID_UUID, text.substring(begin)));
    }

    /** A new random id for a member of {@code flow}. */
    public static ExecutionId forFlow(FlowId flow, PartitionConfig config) {
        return deterministicForFlow(flow, config, UUID.randomUUID());
    }

    /** A new random id for an execution of {@code lane} that belongs to no flow. */
    public static ExecutionId solo(LaneId lane, PartitionConfig config) {
        return deterministicSolo(lane, config, UUID.randomUUID());
    }

    /** The id of a member of {@code flow} that carries {@code uuid}; equal for equal arguments. */
    public static ExecutionId deterministicForFlow(FlowId flow, PartitionConfig config, UUID uuid) {
        return new ExecutionId(config.partitionOf(flow).index(), uuid);
    }

    /**
     * The id of an execution of {@code lane} without a flow that carries {@code uuid}; equal for equal arguments. Always
     * places it by {@link SoloPartitioner#CRC16}.
     */
    public static ExecutionId deterministicSolo(LaneId lane, PartitionConfig config, UUID uuid) {
        return new ExecutionId(SoloPartitioner.CRC16.partitionOf(lane, config).index(), uuid);
    }

    /** A new random id in a partition chosen by the caller, for example by a {@link SoloPartitioner} of its own. */
    public static ExecutionId minted(int partition) {
        return new ExecutionId(partition, UUID.randomUUID());
    }

    /** Where the execution lives, as a partition of the family {@link PartitionFamily#EXECUTION}. */
    public Partition routing() {
        return new Partition(PartitionFamily.EXECUTION, partition);
    }

    /** The order of the canonical texts. */
    @Override
    public int compareTo(ExecutionId other) {
        if (partition != other.partition) {
            return compareAsText(partition, other.partition);
        }
        int high = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
    }

    /** The canonical spelling; {@link #parse} reads it back. */
    @Override
    public String toString() {
        return TAG_OPEN + partition + TAG_CLOSE + uuid;
    }

    /**
     * The order of two indices as texts. The brace that ends an index sorts after every digit, so an index stands behind
     * all that begin with it: 1 behind 10 to 19, and 19 behind 190 to 199.
     */
    private static int compareAsText(int left, int right) {
        int order = Integer.compare(endOfPrefix(left), endOfPrefix(right));
        return order != 0 ? order : Integer.compare(right, left);
    }

    /** The smallest five-digit number above all those that begin with {@code index}. */
    private static int endOfPrefix(int index) {
        int end = index + 1;
        for (int padded = index; padded < 10_000; padded = Math.max(padded, 1) * 10) {
            end *= 10;
        }
        return end;
    }
}
