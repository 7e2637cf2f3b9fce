package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.partition.PartitionConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The partition counts of a store are those with which it was made, for all its life. */
public abstract class PartitionCountContract {
    /** The same store each time within a test. */
    protected abstract Store openStore(StoreOptions options);

    @BeforeEach
    void createStore() {
        open(PartitionConfig.DEFAULT);
    }

    private void open(PartitionConfig partitions) {
        openStore(StoreOptions.DEFAULT.withPartitions(partitions)).close();
    }

    @ParameterizedTest
    @CsvSource({
        "128, 32, 32, 'num_flow_partitions: stored=256, config=128'",
        "256, 16, 32, 'num_budget_partitions: stored=32, config=16'",
        "256, 32, 64, 'num_quota_partitions: stored=32, config=64'"
    })
    public void storeWithOtherCountsIsRefused(int flow, int budget, int quota, String difference) {
        var refused = catchThrowableOfType(EngineException.class, () -> open(new PartitionConfig(flow, budget, quota)));

        assertThat(refused.code()).isEqualTo(ErrorCode.CORRUPTION);
        assertThat(refused.error().detail()).isEqualTo("partition_mismatch: " + difference);
    }

    @Test
    public void refusalLeavesTheStoreUsable() {
        assertThatThrownBy(() -> open(new PartitionConfig(128, 32, 32))).isInstanceOf(EngineException.class);
        assertThatCode(() -> open(PartitionConfig.DEFAULT)).doesNotThrowAnyException();
    }
}
