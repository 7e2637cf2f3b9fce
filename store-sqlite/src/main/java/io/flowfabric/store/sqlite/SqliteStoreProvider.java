package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.store.jdbc.MigrationStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens {@code sqlite:} addresses. */
public final class SqliteStoreProvider implements StoreProvider {
    private final SqliteSchema schema;

    /** For {@link java.util.ServiceLoader}. */
    public SqliteStoreProvider() {
        this(SqliteSchema.CURRENT);
    }

    SqliteStoreProvider(SqliteSchema schema) {
        this.schema = schema;
    }

    @Override
    public String scheme() {
        return "sqlite:";
    }

    @Override
    public String usage() {
        return "sqlite:path/to/file.db or sqlite::memory:";
    }

    @Override
    public StoreMigrations migrations(String address) {
        return new SqliteStoreMigrations(SqliteAddress.parse(address), schema, this);
    }

    @Override
    public StoreHealth health(String address) {
        var settings = SqliteAddress.parse(address)
                .file()
                .flatMap(SqliteStoreProvider::rights)
                .map(rights -> Map.of("file_permissions", rights))
                .orElse(Map.of());
        return new StoreHealth(List.of(), List.of(), List.of(), Optional.empty(), settings, Optional.empty());
    }

    /** A file that cannot be looked at is for others to report. */
    private static Optional<String> rights(Path file) {
        try {
            return PrivateFile.rights(file);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Store open(String text, StoreOptions options) {
        var address = SqliteAddress.parse(text);
        var status = inspect(address);
        if (!options.migrate()) {
            status.requireApplied();
        }
        return SqliteStore.open(address.resolved(), schema, options);
    }

    /** How far the store at an address has come. A file that is refused keeps every byte, and none is created. */
    MigrationStatus inspect(SqliteAddress address) {
        var inspection = new SqliteInspection(schema.runner(Clock.systemUTC()));
        return address.file()
                .flatMap(inspection::inspect)
                .orElseGet(() -> new MigrationStatus(schema.migrations(), List.of()));
    }
}
