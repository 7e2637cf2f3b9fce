package io.flowfabric.store.postgres;

import io.flowfabric.embedded.SharedServer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.table.EntryChecks;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.fixture.SharedStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schemas that tests have left, as empty as new ones: to make one takes longer than most tests. A schema that cannot be
 * emptied is not used again. Safe for use by any thread.
 */
final class ReusedSchemas {
    private static final Logger LOG = LoggerFactory.getLogger(ReusedSchemas.class);
    private static final Deque<String> FREE = new ConcurrentLinkedDeque<>();

    /** What there is in every schema; that of the migrations stays. */
    private static final String EVERYTHING = """
            SELECT 'DELETE FROM ff.' || quote_ident(relname) FROM pg_class
            WHERE relnamespace = '%1$s'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
            UNION ALL
            SELECT 'SELECT setval(''ff.' || quote_ident(relname) || ''', 1, false)' FROM pg_class
            WHERE relnamespace = '%1$s'::regnamespace AND relkind = 'S'""";

    /** The same for every schema, so one of them is asked once. */
    private static volatile Optional<String> emptying = Optional.empty();

    private ReusedSchemas() {}

    /** A store in a schema with nothing in it. When it is closed, the next one may have the schema. */
    static Store open(Clock clock) {
        String address = Optional.ofNullable(FREE.poll()).orElseGet(SharedServer::freshAddress);
        return new Borrowed(open(address, clock), address);
    }

    private static Store open(String address, Clock clock) {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    /** Where a store of this class is. */
    static String addressOf(Store store) {
        return ((Borrowed) store).address();
    }

    private static void giveBack(String address) {
        try (var connection = TestPostgres.connect(address);
                var statement = connection.createStatement()) {
            var schema = PostgresAddress.parse(address).schema();
            requireEntriesOfRows(connection, schema);
            if (emptying.isEmpty()) {
                emptying = Optional.of(emptying(statement, schema));
            }
            statement.execute("SET lock_timeout = '5s';" + schema.in(emptying.get()));
            FREE.push(address);
        } catch (SQLException stuck) {
            LOG.warn("{} cannot be emptied: {}", address, stuck.getMessage());
        }
    }

    /** Every test that uses a schema of these is one about the entries, too: a missing one is work that is never done. */
    private static void requireEntriesOfRows(Connection connection, SchemaName schema) throws SQLException {
        var differences = EntryChecks.differences(connection, schema);
        if (!differences.isEmpty()) {
            throw new AssertionError("The entries are not those of the executions: " + differences);
        }
    }

    private static String emptying(Statement statement, SchemaName schema) throws SQLException {
        var steps = new ArrayList<String>();
        try (var row = statement.executeQuery(EVERYTHING.formatted(schema.value()))) {
            while (row.next()) {
                steps.add(row.getString(1));
            }
        }
        steps.add("INSERT INTO ff.outbox (trimmed_to) VALUES (0)");
        return String.join(";", steps);
    }

    /** A store that gives its schema back. */
    private record Borrowed(Store store, String address) implements SharedStore {
        @Override
        public Store beside(Clock clock) {
            return ReusedSchemas.open(address, clock);
        }

        @Override
        public void close() {
            store.close();
            giveBack(address);
        }
    }
}
