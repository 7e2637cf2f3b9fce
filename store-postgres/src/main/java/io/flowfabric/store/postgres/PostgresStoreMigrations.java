package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.store.jdbc.Migration;
import io.flowfabric.store.jdbc.MigrationRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The migrations of one address. Showing them changes nothing. */
record PostgresStoreMigrations(PostgresAddress address, PostgresSchema schema) implements StoreMigrations {

    private interface Work<T> {
        T run(MigrationRunner runner, Connection connection) throws SQLException;
    }

    @Override
    public List<Step> show() {
        return connected((runner, connection) -> {
            var status = runner.status(connection);
            var known = status.program().all().stream()
                    .map(migration -> step(migration, !status.pending().contains(migration)));
            var newer = status.unknown().stream()
                    .map(migration ->
                            new Step(migration.version(), migration.name(), migration.backwardCompatible(), true));
            return Stream.concat(known, newer).toList();
        });
    }

    @Override
    public List<Step> apply() {
        return connected((runner, connection) -> runner.apply(connection).stream()
                .map(migration -> step(migration, true))
                .toList());
    }

    @Override
    public String print() {
        return schema.script(address.schema()).text();
    }

    private <T> T connected(Work<T> work) {
        try (var pool = PostgresStoreProvider.pool(address, 1);
                var connection = pool.getConnection()) {
            return work.run(schema.runner(address.schema()), connection);
        } catch (SQLException failed) {
            throw PostgresErrors.typed(failed, "migrate", Duration.ZERO);
        }
    }

    private static Step step(Migration migration, boolean applied) {
        return new Step(migration.version(), migration.name(), migration.backwardCompatible(), applied);
    }
}
