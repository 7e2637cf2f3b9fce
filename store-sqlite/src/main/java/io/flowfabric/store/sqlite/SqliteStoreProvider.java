package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import java.time.Clock;

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
    public Store open(String address, StoreOptions options) {
        return SqliteStore.open(inspected(SqliteAddress.parse(address)), schema, options);
    }

    /** The address by its real path, once its file is known to be usable; a file that is refused keeps every byte. */
    SqliteAddress inspected(SqliteAddress address) {
        var inspection = new SqliteInspection(schema.runner(Clock.systemUTC()));
        address.file().ifPresent(inspection::inspect);
        return address.resolved();
    }
}
