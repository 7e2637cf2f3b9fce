package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.postgres.SilentHolders;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.table.PostgresEventTable;
import io.flowfabric.store.testkit.RecordedLogs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Sessions that are not in the middle of sending events are never ended, however long they are silent: here any silence is too long. */
@Timeout(120)
class SilentHoldersTest {
    private static final String COPY = "COPY theirs FROM STDIN";
    private static final String POWERLESS = "this role may not see what it does";

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final SilentHolders holders = new SilentHolders();
    private Connection foreign;
    private Connection own;

    @BeforeEach
    void open() throws Exception {
        new PostgresStoreProvider().migrations(address).apply();
        foreign = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
        own = TestPostgres.connect(address);
    }

    @AfterEach
    void close() throws Exception {
        foreign.close();
        own.close();
    }

    @Test
    void sessionBetweenStatementsIsLeftAlone() throws Exception {
        announce();
        awaitState("idle in transaction");

        assertThat(end()).isZero();
        assertIsAlive();
    }

    @Test
    void callerThatSendsRowsOfItsOwnBehindAnAnnouncementIsLeftAlone() throws Exception {
        announce();
        var copy = beginCopy();

        assertThat(end()).isZero();
        copy.endCopy();
        assertIsAlive();
    }

    @Test
    void roleThatMayNotSeeAHolderSaysSoOnce() throws Exception {
        String role = schema.value() + "_stranger";
        execute("CREATE ROLE " + role);
        foreign.commit();
        announce();
        try (var statement = own.createStatement()) {
            statement.execute("SET ROLE " + role);
            assertThat(end()).isZero();
            assertThat(end()).isZero();
            statement.execute("RESET ROLE");
        }
        assertThat(complaints()).hasSize(1);
        assertIsAlive();
        execute("DROP ROLE " + role);
        foreign.commit();
    }

    private int end() throws SQLException {
        return holders.end(new PostgresScope(own, new PostgresStatements(schema)), Duration.ZERO);
    }

    private List<String> complaints() throws SQLException {
        String session = "Session " + foreign.unwrap(PGConnection.class).getBackendPID() + " ";
        return RecordedLogs.warnings().stream()
                .filter(warning -> warning.contains(session) && warning.contains(POWERLESS))
                .toList();
    }

    private void announce() throws SQLException {
        var scope = new PostgresScope(foreign, new PostgresStatements(schema));
        try (var statement = scope.prepare(PostgresEventTable.ANNOUNCE)) {
            statement.setLong(1, PostgresEventTable.announced(scope, 0));
            statement.execute();
        }
    }

    /** The server is in a statement and waits for the client, as it is for one that stops while it sends. */
    private CopyIn beginCopy() throws Exception {
        execute("CREATE TEMP TABLE theirs (x int)");
        var copy = foreign.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
        awaitState("active");
        return copy;
    }

    private void execute(String sql) throws SQLException {
        try (var statement = foreign.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Awaits that the server waits for the foreign client in a state. */
    private void awaitState(String state) throws Exception {
        try (var statement = own.prepareStatement(
                "SELECT 1 FROM pg_stat_activity WHERE pid = ? AND state = ? AND wait_event = 'ClientRead'")) {
            statement.setInt(1, foreign.unwrap(PGConnection.class).getBackendPID());
            statement.setString(2, state);
            while (true) {
                try (var row = statement.executeQuery()) {
                    if (row.next()) {
                        return;
                    }
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private void assertIsAlive() throws SQLException {
        execute("SELECT 1");
        foreign.rollback();
    }
}
