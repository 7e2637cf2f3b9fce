package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.Plans;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pages the statements of a claim read when another namespace has ten thousand queues on the same lane. */
class NeighbourQueuesTest {
    private static final int NEIGHBOURS = 10_000;

    /** The tree of an index gets higher, by one page for each poll. */
    private static final int HIGHER_TREE = 3;

    private static final String OWN = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind)
            SELECT 'shop', 'lane', '', 'kind-' || i FROM generate_series(1, 3) i""";

    private static final String OTHERS = """
            INSERT INTO ff.queues (namespace, lane, capabilities, kind)
            SELECT 'bank', 'lane', 'set-' || i, '' FROM generate_series(1, %d) i""".formatted(NEIGHBOURS);

    private static final Map<String, String[]> STATEMENTS = Map.of(
            PostgresQueueTable.OF_NAMESPACE, new String[] {"'{lane}'", "'shop'"},
            PostgresMissedWakeUpQueries.NEWS, new String[] {"'{}'", "'{lane}'", "'{shop}'", "'{}'", "'{}'", "'{}'"});

    private static final Pattern BUFFERS = Pattern.compile("Buffers: shared hit=([0-9]+)(?: read=([0-9]+))?");
    private static final Pattern ROWS = Pattern.compile("\\bqueues[_a-z]* .*?actual rows=([0-9.]+) loops=([0-9]+)");

    private static final Pattern PASSED_OVER = Pattern.compile("Rows Removed by Filter: ([0-9.]+)");

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private Connection connection;

    @BeforeEach
    void migrate() throws Exception {
        new PostgresStoreProvider().migrations(address).apply();
        connection = TestPostgres.connect(address);
        execute(OWN);
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    /** What a statement has read. */
    private record Read(double queues, int pages) {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void claimReadsAsMuchAsWithoutThem(boolean analysed) throws Exception {
        var alone = read();
        execute(OTHERS);
        if (analysed) {
            execute("VACUUM ANALYZE ff.queues");
        }

        var beside = read();

        assertThat(alone.keySet()).hasSize(2);
        alone.forEach((sql, before) -> {
            assertThat(beside.get(sql).queues())
                    .as(sql)
                    .isEqualTo(before.queues())
                    .isBetween(3.0, 4.0); // the fallback poll also passes over the lane that it was asked about
            assertThat(beside.get(sql).pages()).as(sql).isLessThanOrEqualTo(before.pages() + HIGHER_TREE);
        });
    }

    private Map<String, Read> read() {
        return STATEMENTS.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, one -> {
            try {
                read(one.getKey(), one.getValue()); // fills caches of the session, which are read from tables
                return read(one.getKey(), one.getValue());
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }));
    }

    private Read read(String sql, String... values) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT " + PostgresScope.PLANNING);
            String plan = new Plans(connection, schema).carriedOutWithBuffers(sql, values);
            var buffers = BUFFERS.matcher(plan);
            assertThat(buffers.find()).as(plan).isTrue();
            int pages = Stream.of(1, 2)
                    .map(buffers::group)
                    .filter(number -> number != null)
                    .mapToInt(Integer::parseInt)
                    .sum();
            double queues = ROWS.matcher(plan)
                    .results()
                    .mapToDouble(rows -> Double.parseDouble(rows.group(1)) * Integer.parseInt(rows.group(2)))
                    .max()
                    .orElseThrow(() -> new AssertionError(plan));
            double passedOver = PASSED_OVER
                    .matcher(plan)
                    .results()
                    .mapToDouble(rows -> Double.parseDouble(rows.group(1)))
                    .sum();
            assertThat(plan).doesNotContain("Seq Scan");
            return new Read(queues + passedOver, pages);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(schema.in(sql));
        }
    }
}
