package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.partition.PartitionConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FabricOptionsTest {
    @Test
    void storeIsOpenedWithThePartitionsOfTheEngine() {
        var partitions = new PartitionConfig(8, 4, 4);
        var engine = new EngineSettings(partitions, Duration.ofSeconds(1), Duration.ZERO, Duration.ofHours(1), true);

        assertThat(FabricOptions.DEFAULT.withEngine(engine).store().partitions())
                .isEqualTo(partitions);
    }
}
