package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.MigrationStatus;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The migrations of one address. Showing them changes nothing. */
record PostgresStoreMigrations(PostgresAddress address, PostgresSchema schema) implements StoreMigrations {

    private interface Work<T> {
        T run(MigrationRunner runner, Connection connection) throws SQLException;
    }

    @Override
    public List<Step> show() {
        return connected((runner, connection) -> runner.status(connection).steps());
    }

    @Override
    public List<Step> apply() {
        return connected((runner, connection) -> MigrationStatus.applied(runner.apply(connection)));
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
}
