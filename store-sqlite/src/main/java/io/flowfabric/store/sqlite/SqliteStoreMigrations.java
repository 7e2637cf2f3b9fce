package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.jdbc.AppliedMigration;
import io.flowfabric.store.jdbc.Migration;
import io.flowfabric.store.jdbc.MigrationStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The migrations of one address. Showing them creates and changes nothing. */
record SqliteStoreMigrations(SqliteAddress address, SqliteSchema schema, SqliteStoreProvider provider)
        implements StoreMigrations {

    @Override
    public List<Step> show() {
        MigrationStatus status = status();
        var known = status.program().all().stream()
                .map(migration -> step(migration, !status.pending().contains(migration)));
        var newer = status.unknown().stream()
                .map(migration ->
                        new Step(migration.version(), migration.name(), migration.backwardCompatible(), true));
        return Stream.concat(known, newer).toList();
    }

    @Override
    public List<Step> apply() {
        var pending = status().pending();
        provider.open(text(), StoreOptions.DEFAULT).close();
        return pending.stream().map(migration -> step(migration, true)).toList();
    }

    @Override
    public String print() {
        return schema.migrations().all().stream().map(Migration::sql).collect(Collectors.joining("\n"));
    }

    private MigrationStatus status() {
        var inspected = provider.inspected(address);
        var existing = inspected.file().filter(Files::exists);
        return existing.isEmpty()
                ? new MigrationStatus(schema.migrations(), List.<AppliedMigration>of())
                : read(existing.get());
    }

    private MigrationStatus read(Path file) {
        try (var connection = DriverManager.getConnection(SqliteUrl.readOnly(file))) {
            return schema.runner(Clock.systemUTC()).status(connection);
        } catch (SQLException failed) {
            throw SqliteErrors.typed(failed, file.toString(), "Nothing was changed.");
        }
    }

    private String text() {
        return "sqlite:" + address.file().map(Path::toString).orElse(":memory:");
    }

    private static Step step(Migration migration, boolean applied) {
        return new Step(migration.version(), migration.name(), migration.backwardCompatible(), applied);
    }
}
