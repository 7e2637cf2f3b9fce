package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.jdbc.migration.MigrationScript;
import io.flowfabric.store.jdbc.migration.MigrationStatus;
import io.flowfabric.store.sqlite.opening.SqliteAddress;
import io.flowfabric.store.sqlite.opening.SqliteMigrationDialect;
import java.nio.file.Path;
import java.util.List;

/** The migrations of one address. Showing them creates and changes nothing. */
record SqliteStoreMigrations(SqliteAddress address, SqliteSchema schema, SqliteStoreProvider provider)
        implements StoreMigrations {

    @Override
    public List<Step> show() {
        return provider.inspect(address).steps();
    }

    @Override
    public List<Step> apply() {
        var pending = provider.inspect(address).pending();
        provider.open(text(), StoreOptions.DEFAULT).close();
        return MigrationStatus.applied(pending);
    }

    @Override
    public String print() {
        return new MigrationScript(schema.migrations(), new SqliteMigrationDialect()).text();
    }

    private String text() {
        return "sqlite:" + address.file().map(Path::toString).orElse(":memory:");
    }
}
