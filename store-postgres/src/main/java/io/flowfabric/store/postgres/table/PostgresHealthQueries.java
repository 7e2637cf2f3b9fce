package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreHealth.Connections;
import io.flowfabric.engine.store.StoreHealth.OpenTransaction;
import io.flowfabric.engine.store.StoreHealth.TableRows;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** Asks the server's own tables about the condition of a schema. */
public final class PostgresHealthQueries {
    private static final Duration TRIAL = Duration.ofSeconds(2);

    private static final String INVALID_INDEXES = """
            SELECT n.nspname || '.' || c.relname FROM pg_index i
              JOIN pg_class c ON c.oid = i.indexrelid
              JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = ? AND NOT (i.indisvalid AND i.indisready) ORDER BY 1""";

    /** Of this database, because a snapshot held in another keeps none of our dead rows. Statements are not asked for. */
    private static final String OPEN_TRANSACTIONS = """
            SELECT pid, coalesce(application_name, ''), coalesce(state, ''),
                   (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::int8
              FROM pg_stat_activity
             WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
               AND backend_type = 'client backend'
             ORDER BY xact_start""";

    private static final String TABLES = """
            SELECT schemaname || '.' || relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables
             WHERE schemaname = ? ORDER BY n_dead_tup DESC, relname""";

    /** As they hold for this role in this database. */
    private static final String SETTINGS = """
            SELECT name, current_setting(name) FROM pg_settings WHERE name IN ('server_version_num', 'fsync',
                'full_page_writes', 'synchronous_commit', 'autovacuum', 'track_counts', 'default_transaction_isolation',
                'default_transaction_read_only', 'idle_session_timeout')
            UNION ALL SELECT name, setting FROM pg_settings WHERE name = 'statement_timeout'""";

    private static final String CONNECTIONS = """
            SELECT count(*), current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
              FROM pg_stat_activity WHERE backend_type = 'client backend'""";

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final DataSource dataSource;
    private final SchemaName schema;

    public PostgresHealthQueries(DataSource dataSource, SchemaName schema) {
        this.dataSource = dataSource;
        this.schema = schema;
    }

    public StoreHealth look() {
        try (var connection = dataSource.getConnection()) {
            return new StoreHealth(
                    list(connection, INVALID_INDEXES, List.of(schema.value()), row -> row.getString(1)),
                    list(
                            connection,
                            OPEN_TRANSACTIONS,
                            List.of(),
                            row -> new OpenTransaction(
                                    row.getLong(1), row.getString(2), row.getString(3), row.getLong(4))),
                    list(
                            connection,
                            TABLES,
                            List.of(schema.value()),
                            row -> new TableRows(row.getString(1), row.getLong(2), row.getLong(3))),
                    Optional.of(receivesNotifications(connection)),
                    list(connection, SETTINGS, List.of(), row -> Map.entry(row.getString(1), row.getString(2))).stream()
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                    list(connection, CONNECTIONS, List.of(), row -> new Connections(row.getInt(1), row.getInt(2)))
                            .stream()
                            .findFirst());
        } catch (SQLException failed) {
            throw PostgresErrors.typed(failed, "health", Duration.ZERO);
        }
    }

    private static <T> List<T> list(Connection connection, String sql, List<String> parameters, Reader<T> reader)
            throws SQLException {
        var found = new ArrayList<T>();
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setString(i + 1, parameters.get(i));
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(reader.read(row));
                }
            }
        }
        return found;
    }

    /**
     * Whether a notification on a channel of our own arrives; behind a pooler that shares sessions another session gets
     * it.
     */
    private static boolean receivesNotifications(Connection connection) throws SQLException {
        String channel = "\"ff_health_" + UUID.randomUUID() + "\"";
        try (var statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
            try {
                statement.execute("NOTIFY " + channel);
                var received = connection.unwrap(PGConnection.class).getNotifications((int) TRIAL.toMillis());
                return received != null && received.length > 0;
            } finally {
                statement.execute("UNLISTEN " + channel);
            }
        }
    }
}
