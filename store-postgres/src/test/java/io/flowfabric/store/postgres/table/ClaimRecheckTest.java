package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.store.postgres.PgBlockedSessions;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.Client;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row may change between the moment that a claim takes for its keys and the moment it locks the row. Each test stops
 * the statement in between, by a lock that it is made to wait for.
 */
@Timeout(60)
class ClaimRecheckTest {
    private static final long GATE = 4711;

    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final Client client = Client.of(TestPostgres.open(address));

    @AfterEach
    void close() {
        client.close();
    }

    /** With few queues and with many, which are different statements. */
    @ParameterizedTest
    @ValueSource(ints = {1, 9})
    void whatIsTakenAfterItsKeyWasReadIsPassedOverAndCounted(int queues) throws Exception {
        client.create();

        var poll = pollWhile("UPDATE ff.executions SET vector = 114, lease_expires_at = 1", queues);

        assertThat(poll.found()).isEmpty();
        assertThat(poll.complete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9})
    void whatIsDeletedAfterItsKeyWasReadIsPassedOverAndCounted(int queues) throws Exception {
        client.create();

        var poll = pollWhile("DELETE FROM ff.executions", queues);

        assertThat(poll.found()).isEmpty();
        assertThat(poll.complete()).isFalse();
    }

    /** Servers differ in whether they follow the row to where it stands now; either is told apart from an empty lane. */
    @ParameterizedTest
    @ValueSource(ints = {1, 9})
    void whatMovesAfterItsKeyWasReadIsAnsweredAsItIsNowOrCounted(int queues) throws Exception {
        client.create();

        var poll = pollWhile("UPDATE ff.executions SET rank = -7, version = version + 1", queues);

        if (poll.complete()) {
            assertThat(poll.found())
                    .singleElement()
                    .satisfies(found -> assertThat(found.execution().priority()).isEqualTo(7));
        } else {
            assertThat(poll.found()).isEmpty();
        }
    }

    /** What a claim finds whose statement has begun when a change is committed, and has locked nothing yet. */
    private PostgresClaimQueries.LaneScan pollWhile(String change, int queues) throws Exception {
        try (var claimer = TestPostgres.connect(address);
                var other = TestPostgres.connect(address);
                var blocked = new PgBlockedSessions(address)) {
            other.createStatement().execute("SELECT pg_advisory_lock(" + GATE + ")");
            claimer.setAutoCommit(false);
            var poll = CompletableFuture.supplyAsync(() -> poll(stopping(claimer), queues));
            while (blocked.count() == 0) {
                assertThat(poll).isNotDone();
            }
            other.createStatement().execute(schema.in(change));
            other.createStatement().execute("SELECT pg_advisory_unlock(" + GATE + ")");
            return poll.get();
        }
    }

    private PostgresClaimQueries.LaneScan poll(Connection claimer, int queues) {
        var scope = new PostgresScope(claimer, new PostgresStatements(schema));
        var table = new PostgresQueueTable();
        try {
            var own = table.ofLanes(scope, List.of(Client.LANE), Optional.empty()).stream()
                    .map(queue -> queue.number());
            var empty = IntStream.range(1000, 1000 + queues - 1).boxed();
            var scan = ClaimScan.of(Stream.concat(own, empty).toList(), 5);
            return PostgresClaimQueries.lockFronts(scope, List.of(scan), table, new Watermarks())
                    .get(0);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The connection, on which a statement that reads keys waits for the gate once its snapshot is taken. */
    private Connection stopping(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        arguments[0] = ((String) arguments[0])
                                .replace("OFFSET 0", "OFFSET (SELECT 0 FROM pg_advisory_xact_lock(" + GATE + "))");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
