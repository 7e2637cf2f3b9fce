package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.StoreContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The partition counts of a store are those with which it was made, for all its life. */
public abstract class PartitionCountContract extends StoreContract {
    private String address;

    @BeforeEach
    void createStore() {
        address = fixture().freshAddress();
        open(PartitionConfig.DEFAULT);
    }

    private void open(PartitionConfig partitions) {
        Client.store(address, StoreOptions.DEFAULT.withPartitions(partitions)).close();
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
