package io.flowfabric.model.partition;

import java.util.Objects;

/**
 * One partition of one family.
 *
 * @param family whose records it holds
 * @param index its number, 0 to 65535; not bound to any configured count
 */
public record Partition(PartitionFamily family, int index) {

    /** Fails with {@code invalid_input} if the index is out of range. */
    public Partition {
        Objects.requireNonNull(family, "family");
        PartitionIndex.require(index);
    }

    /** The tag that names this partition in keys and ids, such as <code>{fp:7}</code>. */
    public String tag() {
        return "{" + family.prefix() + ":" + index + "}";
    }

    /** The form in which this partition is shown to callers. */
    public PartitionKey key() {
        return new PartitionKey(this);
    }
}
