package io.flowfabric.store.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.ProgressHandler;

/** How many steps the statements of a claim take when another namespace has ten thousand queues on the same lane. */
class NeighbourQueuesTest {
    /** With statistics, the index by namespace alone may serve, and some more steps are taken for each of the own queues. */
    private static final long OTHER_PLAN = 2;

    private static final String OWN = """
            INSERT INTO ff_queues (namespace, lane, capabilities, kind)
            SELECT 'shop', 'lane', '', 'kind-' || value FROM json_each('[1,2,3]')""";

    private static final String OTHERS = """
            WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 10000)
            INSERT INTO ff_queues (namespace, lane, capabilities, kind) SELECT 'bank', 'lane', 'set-' || n, '' FROM i""";

    /** The lane, as each of them wants it. */
    private static final Map<String, String> STATEMENTS = Map.of(
            SqliteQueueTable.OF_NAMESPACE, "lane", SqliteMissedWakeUpQueries.WORK_OF_NAMESPACES, "[\"lane,shop\"]");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void claimTakesNoStepForTheQueuesOfANeighbour(boolean analysed, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT).close();
        try (var connection = DriverManager.getConnection(SqliteUrl.create(file))) {
            execute(connection, OWN);
            var alone = steps(connection);
            execute(connection, OTHERS);
            if (analysed) {
                execute(connection, "ANALYZE");
            }

            var beside = steps(connection);
            assertThat(alone).hasSize(2);
            alone.forEach((sql, before) -> assertThat(beside.get(sql)).as(sql).isBetween(before, OTHER_PLAN * before));
        }
    }

    private static Map<String, Long> steps(Connection connection) throws SQLException {
        var steps = new LinkedHashMap<String, Long>();
        for (String sql : List.copyOf(STATEMENTS.keySet())) {
            steps.put(sql, steps(connection, sql, STATEMENTS.get(sql)));
        }
        return steps;
    }

    private static long steps(Connection connection, String sql, String lane) throws SQLException {
        var count = new AtomicLong();
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, lane);
            if (statement.getParameterMetaData().getParameterCount() > 1) {
                statement.setString(2, "shop");
            }
            ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
                @Override
                protected int progress() {
                    count.incrementAndGet();
                    return 0;
                }
            });
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    rows.getString(1);
                }
            } finally {
                ProgressHandler.clearHandler(connection);
            }
        }
        return count.get();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
