package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.store.StoreMigrations.Step;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreMigrationsTest {

    private final SqliteStoreProvider provider = new SqliteStoreProvider();

    @TempDir
    Path directory;

    private String address;

    @BeforeEach
    void name() {
        address = "sqlite:" + directory.resolve("a.db");
    }

    @Test
    void showingAMissingStoreCreatesNothing() throws Exception {
        assertThat(provider.migrations(address).show()).isNotEmpty().noneMatch(Step::applied);
        assertThat(DirectoryContents.of(directory)).isEmpty();
    }

    @Test
    void showingAStoreLeavesNoTrace() throws Exception {
        provider.open(address, StoreOptions.DEFAULT).close();
        var before = DirectoryContents.of(directory);
        assertThat(provider.migrations(address).show()).isNotEmpty().allMatch(Step::applied);
        assertThat(DirectoryContents.of(directory)).isEqualTo(before);
    }

    @Test
    void storeThatMayNotBeMigratedIsNotCreatedEither() throws Exception {
        var refused = catchThrowableOfType(
                UnavailableException.class, () -> provider.open(address, StoreOptions.DEFAULT.withMigrate(false)));
        assertThat(refused).hasMessageContaining("version 0").hasMessageContaining("needs version");
        assertThat(DirectoryContents.of(directory)).isEmpty();
    }

    @Test
    void scriptThatIsRunByHandMakesAStore() throws Exception {
        try (var byHand = DriverManager.getConnection("jdbc:" + address);
                var statement = byHand.createStatement()) {
            statement.executeUpdate(provider.migrations(address).print());
        }

        assertThat(provider.migrations(address).show()).isNotEmpty().allMatch(Step::applied);
        try (var client = Client.of(provider.open(address, StoreOptions.DEFAULT.withMigrate(false)))) {
            var id = client.create();
            assertThat(client.ids()).containsExactly(id);
        }
    }

    @Test
    void storeThatIsUpToDateNeedsNoMigration() throws Exception {
        provider.open(address, StoreOptions.DEFAULT).close();
        try (var store = provider.open(address, StoreOptions.DEFAULT.withMigrate(false))) {
            assertThat(store).isNotNull();
        }
    }
}
