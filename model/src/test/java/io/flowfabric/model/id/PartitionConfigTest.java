package io.flowfabric.model.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionConfigTest {

    @ParameterizedTest
    @CsvSource({
        "0, 32, 32, num_flow_partitions: 0",
        "-1, 32, 32, num_flow_partitions: -1",
        "65536, 32, 32, num_flow_partitions: 65536",
        "256, 0, 32, num_budget_partitions: 0",
        "256, 32, 0, num_quota_partitions: 0"
    })
    void countOutOfRangeIsRefused(int flows, int budgets, int quotas, String detail) {
        ValidationException failure = validationFailureOf(() -> new PartitionConfig(flows, budgets, quotas));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo(detail);
    }

    @Test
    void countsFromOneToTheWholeRangeAreTaken() {
        assertThat(new PartitionConfig(1, 65_535, 3).budgetPartitions()).isEqualTo(65_535);
    }

    @Test
    void defaultsAreThoseOfTheReference() {
        assertThat(PartitionConfig.DEFAULT).isEqualTo(new PartitionConfig(256, 32, 32));
    }

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, 0, 0, 0",
        "11111111-1111-1111-1111-111111111111, 6, 6, 2",
        "550e8400-e29b-41d4-a716-446655440000, 24, 24, 0",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, 65, 1, 1"
    })
    void uuidsArePlacedByTheirChecksum(UUID uuid, int of256, int of32, int of4) {
        PartitionConfig config = new PartitionConfig(256, 32, 4);
        assertThat(config.partitionOf(new FlowId(uuid))).isEqualTo(new Partition(PartitionFamily.FLOW, of256));
        assertThat(config.partitionOf(new BudgetId(uuid))).isEqualTo(new Partition(PartitionFamily.BUDGET, of32));
        assertThat(config.partitionOf(new QuotaPolicyId(uuid))).isEqualTo(new Partition(PartitionFamily.QUOTA, of4));
    }

    @ParameterizedTest
    @CsvSource({
        "128, 32, 32, 'partition_mismatch: num_flow_partitions: stored=256, config=128'",
        "128, 16, 16, 'partition_mismatch: num_flow_partitions: stored=256, config=128'",
        "256, 16, 16, 'partition_mismatch: num_budget_partitions: stored=32, config=16'",
        "256, 32, 16, 'partition_mismatch: num_quota_partitions: stored=32, config=16'"
    })
    void changedCountIsCorruption(int flows, int budgets, int quotas, String detail) {
        assertThat(new PartitionConfig(flows, budgets, quotas).mismatch(PartitionConfig.DEFAULT))
                .hasValueSatisfying(error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.CORRUPTION);
                    assertThat(error.detail()).isEqualTo(detail);
                });
    }

    @Test
    void equalCountsDoNotMismatch() {
        assertThat(PartitionConfig.DEFAULT.mismatch(new PartitionConfig(256, 32, 32)))
                .isEmpty();
    }

    @Test
    void idBeyondTheCountIsRefusedNamingBothNumbers() {
        assertThat(PartitionConfig.DEFAULT.outOfRange(ExecutionId.minted(255))).isEmpty();
        EngineError refusal =
                PartitionConfig.DEFAULT.outOfRange(ExecutionId.minted(256)).orElseThrow();
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.detail()).isEqualTo("execution_id: partition 256 is not below num_flow_partitions 256");
    }
}
