package io.flowfabric.sdk.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.embedded.SharedServer;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Postgres;
import io.flowfabric.sdk.remote.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FabricOptionsTest {
    @Test
    void storeIsOpenedWithThePartitionsOfTheEngine(@TempDir Path folder) {
        var partitions = new PartitionConfig(8, 4, 4);
        var engine = new EngineSettings(
                partitions,
                Duration.ofSeconds(1),
                Duration.ZERO,
                Duration.ofHours(1),
                true,
                TimerWatch.NONE,
                List.of());
        String address = "sqlite:" + folder.resolve("eight.db");

        FlowFabric.open(address, FabricOptions.DEFAULT.withEngine(engine)).close();

        assertThatThrownBy(() -> FlowFabric.open(address)).isInstanceOf(ValidationException.class);
    }

    @Test
    void storeThatIsNotToBeMigratedIsRefusedWhenItIsNew(@TempDir Path folder) {
        var options = FabricOptions.DEFAULT.withStore(StoreSettings.DEFAULT.withMigrate(false));

        assertThatThrownBy(() -> FlowFabric.open("sqlite:" + folder.resolve("new.db"), options))
                .hasMessageContaining("migrat");
    }

    @Test
    void schemaOfAPoolIsChosenHere() {
        String address = SharedServer.freshAddress();
        var pool = Postgres.dataSource(address);
        var options = FabricOptions.DEFAULT.withStore(StoreSettings.DEFAULT.withSchema(Postgres.schema(address)));

        try (var throughPool = FlowFabric.open(pool, options);
                var byAddress = FlowFabric.open(address)) {
            var submitted = throughPool.submit("orders", "charge", "o-1");

            assertThat(byAddress.execution(submitted.id()).describe()).isPresent();
        }
    }

    @Test
    void schemaBesideAnAddressIsRefused() {
        var options = FabricOptions.DEFAULT.withStore(StoreSettings.DEFAULT.withSchema("billing"));

        assertThatThrownBy(() -> FlowFabric.open("sqlite::memory:", options))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("?schema=billing");
    }

    @Test
    void environmentSaysHowAServerIsMetUnlessItIsSaidHere() {
        var environment = Map.of("FF_API_TOKEN", "from outside", "FF_TLS_CA_FILE", "outside.pem");
        var said = StoreSettings.DEFAULT.withKey("said").withAuthorities(Path.of("said.pem"));

        assertThat(StoreSettings.DEFAULT.completed(environment))
                .isEqualTo(new Credentials(Optional.of("from outside"), Optional.of(Path.of("outside.pem"))));
        assertThat(said.completed(environment))
                .isEqualTo(new Credentials(Optional.of("said"), Optional.of(Path.of("said.pem"))));
        assertThat(StoreSettings.DEFAULT.completed(Map.of("FF_API_TOKEN", "", "FF_TLS_CA_FILE", "")))
                .isEqualTo(Credentials.NONE);
        assertThat(said.toString()).doesNotContain("said,").contains("with a key");
    }
}
