package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.store.jdbc.MigrationStatus;
import java.time.Clock;
import java.util.List;

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
