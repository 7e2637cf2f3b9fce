package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.StoreMigrations.Step;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.testkit.Client;
import org.junit.jupiter.api.Test;

/** An administrator may run the migrations by hand, for programs whose role may not. */
class MigrationScriptTest {
    private final PostgresStoreProvider provider = new PostgresStoreProvider();
    private final String address = TestPostgres.freshAddress();

    @Test
    void scriptThatIsRunByHandMakesAStore() throws Exception {
        try (var byHand = TestPostgres.connect(address);
                var statement = byHand.createStatement()) {
            statement.execute(provider.migrations(address).print());
        }

        assertThat(provider.migrations(address).show()).isNotEmpty().allMatch(Step::applied);
        try (var client = Client.of(provider.open(address, StoreOptions.DEFAULT.withMigrate(false)))) {
            var id = client.create();
            assertThat(client.ids()).containsExactly(id);
        }
    }
}
