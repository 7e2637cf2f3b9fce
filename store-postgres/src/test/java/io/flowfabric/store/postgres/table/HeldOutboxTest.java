package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.PriorityChange;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/** A transaction that holds the outbox up and ends without a word: readers hear of what lay behind it all the same. */
@Timeout(120)
class HeldOutboxTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int PRIORITY = 7;

    private final String address = TestPostgres.freshAddress();
    private Client client;
    private ExecutionId id;
    private Connection foreign;

    @BeforeEach
    void open() throws Exception {
        client = Client.of(TestPostgres.open(address));
        assertThat(client.store().doorbells().work().awaitBeyond(0, Deadline.in(LONGEST_WAIT)))
                .as("it rings once when it begins to receive notifications")
                .isTrue();
        id = client.create();
        foreign = TestPostgres.connect(address);
    }

    @AfterEach
    void close() throws Exception {
        foreign.close();
        client.close();
    }

    @Test
    void rolledBackAnnouncementIsHeardOf() throws Exception {
        announce();
        client.changePriority(id, PRIORITY);
        long seen = client.store().doorbells().events().position();
        assertThat(client.eventsAfter(0, 10)).as("behind the announcement").isEmpty();

        foreign.rollback();

        awaitEvent(seen);
    }

    @Test
    void announcementOfAnEndedSessionIsHeardOf() throws Exception {
        announce();
        client.changePriority(id, PRIORITY);
        long seen = client.store().doorbells().events().position();
        assertThat(client.eventsAfter(0, 10)).as("behind the announcement").isEmpty();

        try (var other = TestPostgres.connect(address);
                var terminate = other.prepareStatement("SELECT pg_terminate_backend(?)")) {
            terminate.setInt(1, foreign.unwrap(PGConnection.class).getBackendPID());
            terminate.execute();
        }

        awaitEvent(seen);
    }

    /** What the transaction of a stopped client holds is free again when its deadline has passed. */
    @Test
    void serverEndsTheTransactionOfAClientThatDoesNotGoOn() throws Exception {
        var locked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var stuck = client.store().write(1, Deadline.in(Duration.ofSeconds(1)), tx -> {
            int events = PriorityChange.of(Set.of(id)).run(tx);
            ((PostgresWriteTx) tx).sendEvents();
            tx.now();
            locked.countDown();
            return await(goOn) ? events : 0;
        });
        try {
            await(locked);
            var other = client.create();
            client.changePriority(other, PRIORITY);
            client.changePriority(id, PRIORITY);
            while (client.eventsAfter(0, 10).size() < 2) {
                assertThat(Thread.interrupted()).as("the outbox is held up").isFalse();
            }
        } finally {
            goOn.countDown();
        }
        assertThat(stuck.handle((events, failure) -> failure).get(1, TimeUnit.MINUTES))
                .isNotNull();
    }

    private void announce() throws SQLException {
        foreign.setAutoCommit(false);
        var scope = new PostgresScope(
                foreign, new PostgresStatements(PostgresAddress.parse(address).schema()));
        try (var statement = scope.prepare(PostgresEventTable.ANNOUNCE)) {
            statement.setLong(1, PostgresEventTable.announced(scope, 0));
            statement.execute();
        }
    }

    /** Reads only when the doorbell has rung. */
    private void awaitEvent(long seenBefore) throws InterruptedException {
        var doorbell = client.store().doorbells().events();
        long seen = seenBefore;
        do {
            assertThat(doorbell.awaitBeyond(seen, Deadline.in(LONGEST_WAIT)))
                    .as("a wake-up")
                    .isTrue();
            seen = doorbell.position();
        } while (client.eventsAfter(0, 10).isEmpty());
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
