package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.store.jdbc.queue.FirstKeys;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.Plans;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a claim reads of a lane with two hundred queues, each of which stands for a kind, and in how many statements. */
class ManyQueuesClaimTest {
    private static final int QUEUES = 200;
    private static final int LIMIT = 256;

    /**
     * Twice the share of a queue and one more, from both tables for 200 queues, and what is read on; servers before 18 round.
     * All that could be wanted from each queue would be more than 50,000.
     */
    private static final int MOST_KEYS = 4_000;

    private static final String FILL = """
            INSERT INTO ff.executions (id, created_at, queue, version, vector, rank, total_attempts, retries, replays,
                reclaims, lease_epoch, last_transition_at, last_mutation_at)
            SELECT '\\x007261' || uuid_send(gen_random_uuid()), %s, %s, 1, CASE WHEN i %% 7 = 0 THEN 11 ELSE 10 END, 0, 0, 0, 0, 0, 1, i, i
            FROM generate_series(0, 19999) i""";

    private static final String QUEUE = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind)
            SELECT 'shop', 'lane', '', 'kind-' || i FROM generate_series(1, 200) i""";

    private static final Pattern READ =
            Pattern.compile("Scan using (?:fresh|returned)_entries_pkey .*?actual rows=([0-9.]+) loops=([0-9]+)");

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final List<Integer> queues =
            IntStream.rangeClosed(1, QUEUES).boxed().toList();
    private Connection connection;

    @BeforeEach
    void migrate() throws Exception {
        new PostgresStoreProvider().migrations(address).apply();
        connection = TestPostgres.connect(address);
        execute(QUEUE);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    /** By turns; all old ones in one queue; all in one queue, the others empty. */
    @ParameterizedTest
    @ValueSource(strings = {"1 + i % 200", "CASE WHEN i < 10000 THEN 7 ELSE 1 + i % 200 END", "7"})
    void claimReadsFewKeysOfEachQueueAndMoreOnlyWhereTheyCount(String queue) throws Exception {
        fill(FILL.formatted("1800000000000 + i", queue));
        execute("ANALYZE ff.executions, ff.fresh_entries, ff.returned_entries");

        assertThat(keysRead()).isLessThan(MOST_KEYS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 + i % 200",
                "CASE WHEN i < 10000 THEN 7 ELSE 1 + i % 200 END",
                "CASE WHEN i < 300 THEN 1 + i % 3 WHEN i % 2 = 0 THEN 9 ELSE 1 + i % 200 END",
                "7"
            })
    void manyQueuesAreMergedInTheOrderOfTheLane(String queue) throws Exception {
        fill(FILL.formatted("1800000000000 + (i * 7919) % 5000", queue));
        fill("UPDATE ff.executions SET rank = -(seq % 3) WHERE seq % 50 = 0");
        connection.setAutoCommit(false);
        var expected = PostgresQueries.rows(
                scope(connection),
                "SELECT seq FROM ff.executions ORDER BY rank, created_at, id LIMIT " + LIMIT,
                row -> row.getLong(1));

        assertThat(poll(connection, List.of(ClaimScan.of(queues, LIMIT))).get(0).found())
                .extracting(PostgresClaimQueries.Found::seq)
                .isEqualTo(expected);
    }

    /** Each lane has one queue here. */
    @Test
    void severalLanesAreLockedByOneStatement() throws Exception {
        fill(FILL.formatted("1800000000000 + i", "1 + i % 200"));
        connection.setAutoCommit(false);
        var sent = new ArrayList<String>();
        var scans = IntStream.rangeClosed(1, 50)
                .mapToObj(number -> ClaimScan.of(List.of(number), 5))
                .toList();

        var polls = poll(recording(sent), scans);

        assertThat(sent).filteredOn(sql -> sql.contains("FOR UPDATE")).hasSize(1);
        for (int i = 0; i < polls.size(); i++) {
            assertThat(polls.get(i).complete()).isTrue();
            assertThat(polls.get(i).found())
                    .hasSize(5)
                    .extracting(PostgresClaimQueries.Found::queue)
                    .containsOnly(scans.get(i).queues().get(0));
            assertThat(polls.get(i).found())
                    .isSortedAccordingTo(Comparator.comparing(
                            found -> ClaimScan.Position.of(found.execution()), ClaimScan.Position.ORDER));
        }
    }

    private List<PostgresClaimQueries.LaneScan> poll(Connection on, List<ClaimScan> scans) throws SQLException {
        return PostgresClaimQueries.lockFronts(scope(on), scans, new PostgresQueueTable(), new Watermarks());
    }

    private PostgresScope scope(Connection on) {
        return new PostgresScope(on, new PostgresStatements(schema));
    }

    private double keysRead() throws SQLException {
        var numbers = queues.stream().map(String::valueOf).collect(Collectors.joining(","));
        String plan;
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT " + PostgresScope.PLANNING);
            plan = new Plans(connection, schema)
                    .carriedOut(
                            PostgresClaimStatements.OF_MANY_QUEUES,
                            "'{\"{" + numbers + "}\"}'",
                            "'{-2147483648}'",
                            "'{0}'",
                            "'{\"\"}'",
                            "'{" + FirstKeys.ofEachQueue(LIMIT, QUEUES) + "}'",
                            "'{" + LIMIT + "}'",
                            "'{" + LIMIT + "}'");
        }
        return READ.matcher(plan)
                .results()
                .mapToDouble(read -> Double.parseDouble(read.group(1)) * Integer.parseInt(read.group(2)))
                .sum();
    }

    private void fill(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(schema.in(sql));
            EntryChecks.rebuild(statement, schema);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(schema.in(sql));
        }
    }

    /** The connection, with every statement that is prepared on it written down. */
    private Connection recording(List<String> sent) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        sent.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
