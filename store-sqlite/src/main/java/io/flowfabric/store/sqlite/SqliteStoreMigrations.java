package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.jdbc.Migration;
import io.flowfabric.store.jdbc.MigrationScript;
import io.flowfabric.store.jdbc.MigrationStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The migrations of one address. Showing them creates and changes nothing. */
record SqliteStoreMigrations(SqliteAddress address, SqliteSchema schema, SqliteStoreProvider provider)
        implements StoreMigrations {

    @Override
    public List<Step> show() {
        MigrationStatus status = provider.inspect(address);
        var known = status.program().all().stream()
                .map(migration -> step(migration, !status.pending().contains(migration)));
        var newer = status.unknown().stream()
                .map(migration ->
                        new Step(migration.version(), migration.name(), migration.backwardCompatible(), true));
        return Stream.concat(known, newer).toList();
    }

    @Override
    public List<Step> apply() {
        var pending = provider.inspect(address).pending();
        provider.open(text(), StoreOptions.DEFAULT).close();
        return pending.stream().map(migration -> step(migration, true)).toList();
    }

    @Override
    public String print() {
        return new MigrationScript(schema.migrations(), new SqliteMigrationDialect()).text();
    }

    private String text() {
        return "sqlite:" + address.file().map(Path::toString).orElse(":memory:");
    }

    private static Step step(Migration migration, boolean applied) {
        return new Step(migration.version(), migration.name(), migration.backwardCompatible(), applied);
    }
}
