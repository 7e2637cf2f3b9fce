package io.flowfabric.model.partition;

/** The kinds of records that are partitioned, each family with a count of its own. */
public enum PartitionFamily {
    /** Flows, and the executions that are their members. */
    FLOW("fp"),
    /** Executions; another name for the partitions of {@link #FLOW}, so that a flow lives beside its members. */
    EXECUTION("fp"),
    /** Budgets. */
    BUDGET("b"),
    /** Quota policies. */
    QUOTA("q");

    private final String prefix;

    PartitionFamily(String prefix) {
        this.prefix = prefix;
    }

    /** The letters that stand before the index in a partition's tag. */
    public String prefix() {
        return prefix;
    }
}
