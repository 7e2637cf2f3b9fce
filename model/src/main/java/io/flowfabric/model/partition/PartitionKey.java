package io.flowfabric.model.partition;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/**
 * The public form of a partition: a string equal to its tag, opaque to callers. The family
 * {@link PartitionFamily#EXECUTION} becomes {@link PartitionFamily#FLOW}, which routes alike; the tag cannot tell
 * them apart.
 *
 * @param partition what the key stands for
 */
public record PartitionKey(Partition partition) {

    /** Takes any partition. */
    public PartitionKey {
        if (partition.family() == PartitionFamily.EXECUTION) {
            partition = new Partition(PartitionFamily.FLOW, partition.index());
        }
    }

    /**
     * Reads a key.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} whose detail names the first of
     *     MissingBraces, MalformedBody, UnknownFamilyPrefix and InvalidIndex that applies
     */
    public static PartitionKey parse(String text) {
        int end = text.length() - 1;
        if (end < 1 || text.charAt(0) != '{' || text.charAt(end) != '}') {
            throw rejected(text, "MissingBraces");
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw rejected(text, "MalformedBody");
        }
        PartitionFamily family = family(text, text.substring(1, colon));
        int index = PartitionIndex.parse(text, colon + 1, end);
        if (index == PartitionIndex.INVALID) {
            throw rejected(text, "InvalidIndex(" + Texts.shown(text.substring(colon + 1, end)) + ")");
        }
        return new PartitionKey(new Partition(family, index));
    }

    /** The key as text; {@link #parse} reads it back. */
    @Override
    public String toString() {
        return partition.tag();
    }

    private static PartitionFamily family(String text, String prefix) {
        return switch (prefix) {
            case "fp" -> PartitionFamily.FLOW;
            case "b" -> PartitionFamily.BUDGET;
            case "q" -> PartitionFamily.QUOTA;
            default -> throw rejected(text, "UnknownFamilyPrefix(" + Texts.shown(prefix) + ")");
        };
    }

    private static EngineException rejected(String text, String problem) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "partition_key: " + problem,
                        "\"" + Texts.shown(text) + "\" is not a partition key such as {fp:7}, {b:0} or {q:0};"
                                + " pass back a key as the engine gave it.")
                .toException();
    }
}
