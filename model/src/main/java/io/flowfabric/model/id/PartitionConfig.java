package io.flowfabric.model.id;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.partition.Crc16;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import java.util.Optional;
import java.util.UUID;

/**
 * How many partitions each family has. Fixed for the life of a deployment: another count would look for existing
 * records in the wrong places.
 *
 * @param flowPartitions partitions of flows and executions, 1 to 65535
 * @param budgetPartitions partitions of budgets, 1 to 65535
 * @param quotaPartitions partitions of quota policies, 1 to 65535
 */
public record PartitionConfig(int flowPartitions, int budgetPartitions, int quotaPartitions) {

    /** 256 flow, 32 budget and 32 quota partitions. */
    public static final PartitionConfig DEFAULT = new PartitionConfig(256, 32, 32);

    private static final String FLOW_FIELD = "num_flow_partitions";
    private static final String BUDGET_FIELD = "num_budget_partitions";
    private static final String QUOTA_FIELD = "num_quota_partitions";
    private static final int MAX_COUNT = 65_535;

    /** Fails with {@code invalid_input} naming the first count that is out of range. */
    public PartitionConfig {
        requireCount(FLOW_FIELD, flowPartitions);
        requireCount(BUDGET_FIELD, budgetPartitions);
        requireCount(QUOTA_FIELD, quotaPartitions);
    }

    /** The partition of a flow and of all its members. */
    public Partition partitionOf(FlowId flow) {
        return hashed(PartitionFamily.FLOW, flow.value(), flowPartitions);
    }

    /** The partition of a budget. */
    public Partition partitionOf(BudgetId budget) {
        return hashed(PartitionFamily.BUDGET, budget.value(), budgetPartitions);
    }

    /** The partition of a quota policy. */
    public Partition partitionOf(QuotaPolicyId policy) {
        return hashed(PartitionFamily.QUOTA, policy.value(), quotaPartitions);
    }

    /**
     * The refusal of an execution id whose partition this configuration does not have, or empty when it has it. Only
     * the creation of an execution asks; to every other operation such an id is merely unknown.
     */
    public Optional<EngineError> outOfRange(ExecutionId id) {
        if (id.partition() < flowPartitions) {
            return Optional.empty();
        }
        return Optional.of(EngineError.of(
                ErrorCode.INVALID_INPUT,
                "execution_id: partition " + id.partition() + " is not below " + FLOW_FIELD + " " + flowPartitions,
                "Mint " + id + " again under this deployment's partition count."));
    }

    /**
     * Compares this configuration with the counts recorded at the first start: the {@code corruption} that must keep
     * the engine from starting, naming the first count that differs, or empty when all are equal.
     */
    public Optional<EngineError> mismatch(PartitionConfig stored) {
        return mismatch(FLOW_FIELD, stored.flowPartitions, flowPartitions)
                .or(() -> mismatch(BUDGET_FIELD, stored.budgetPartitions, budgetPartitions))
                .or(() -> mismatch(QUOTA_FIELD, stored.quotaPartitions, quotaPartitions));
    }

    private static Optional<EngineError> mismatch(String field, int stored, int configured) {
        if (stored == configured) {
            return Optional.empty();
        }
        return Optional.of(EngineError.of(
                ErrorCode.CORRUPTION,
                "partition_mismatch: " + field + ": stored=" + stored + ", config=" + configured,
                "Partition counts cannot change once a store is in use; configure " + stored + "."));
    }

    private static Partition hashed(PartitionFamily family, UUID uuid, int count) {
        return new Partition(family, Crc16.of(uuid) % count);
    }

    private static void requireCount(String field, int count) {
        if (count < 1 || count > MAX_COUNT) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            field + ": " + count,
                            "A partition count lies between 1 and " + MAX_COUNT + "; correct the configuration.")
                    .toException();
        }
    }
}
