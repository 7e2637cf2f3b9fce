package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store.Unit;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.postgres.FeedReader;
import io.flowfabric.store.postgres.Looks;
import io.flowfabric.store.postgres.PriorityChange;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reader that keeps its cursor sees every event once, and those of one execution in order. */
class EventFeedTest {
    private static final int WRITERS = 8;
    private static final int EXECUTIONS = 12;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final String address = TestPostgres.freshAddress();
    private Client client;

    @BeforeEach
    void open() {
        client = Client.of(TestPostgres.open(address));
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void lateCommitsAreNeitherSkippedNorDoubledNorInverted() throws Exception {
        int units = LongRuns.rounds(100_000, 1_600) / WRITERS / 2;
        var shared = client.create(EXECUTIONS);
        var polls = new Looks();
        var reader = new FeedReader(client, polls);
        var threads = Executors.newFixedThreadPool(WRITERS + 1);
        try {
            var read = threads.submit(reader);
            var writers = new ArrayList<Future<Integer>>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(threads.submit(writer(new Random(i), units, shared, polls)));
            }
            int written = 0;
            for (var writer : writers) {
                written += writer.get();
            }
            reader.writersAreDone();
            int seen = read.get();
            assertThat(reader.complaints).isEmpty();
            assertThat(written).as("events that were appended").isEqualTo(units * WRITERS * 2);
            assertThat(seen).as("events that were read").isEqualTo(written);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void foreignTransactionDoesNotHoldTheFeedUp() throws Exception {
        var id = client.create();
        try (var foreign = TestPostgres.connect(address)) {
            foreign.setAutoCommit(false);
            try (var statement = foreign.createStatement()) {
                statement.execute("CREATE TEMP TABLE theirs (x int)");
                statement.execute("INSERT INTO theirs VALUES (1)");
                statement.execute("SELECT pg_advisory_xact_lock_shared(1), pg_advisory_xact_lock_shared(1, 1)");
            }
            client.changePriority(id, 7);
            assertThat(client.eventsAfter(0, 10)).hasSize(1);
            foreign.rollback();
        }
    }

    @Test
    void openTransactionHoldsBackOnlyWhatCameAfterIt() throws Exception {
        var ids = client.create(3);
        write(PriorityChange.of(Set.of(ids.get(0)))).get();
        var appended = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var late = write(tx -> {
            int events = PriorityChange.of(Set.of(ids.get(1))).run(tx);
            send(tx);
            appended.countDown();
            await(release);
            return events;
        });
        await(appended);
        write(PriorityChange.of(Set.of(ids.get(2)))).get();
        assertThat(subjects()).containsExactly(ids.get(0));
        release.countDown();
        late.get();
        assertThat(subjects()).containsExactlyElementsOf(ids);
    }

    /** A thread that changes pairs; now and then it writes elsewhere first, or commits after a poll of the reader. */
    private Callable<Integer> writer(Random random, int units, List<ExecutionId> shared, Looks polls) {
        return () -> {
            var own = client.create();
            int events = 0;
            for (int i = 0; i < units; i++) {
                var pair = pair(random, shared);
                boolean elsewhereFirst = random.nextInt(3) == 0;
                boolean late = random.nextInt(8) == 0;
                events += write(tx -> {
                            if (elsewhereFirst) {
                                PriorityChange.silently(tx, own);
                            }
                            int appended = PriorityChange.of(pair).run(tx);
                            if (late) {
                                send(tx);
                                polls.awaitWholePoll();
                            }
                            return appended;
                        })
                        .get();
            }
            return events;
        };
    }

    /** Has the server draw the numbers: otherwise what a transaction appends is sent with COMMIT. */
    private static void send(WriteTx tx) {
        ((PostgresWriteTx) tx).sendEvents();
        tx.lanes().queuesOf(new LaneId("any"));
    }

    private static Set<ExecutionId> pair(Random random, List<ExecutionId> ids) {
        int first = random.nextInt(ids.size());
        int second = (first + 1 + random.nextInt(ids.size() - 1)) % ids.size();
        return Set.of(ids.get(first), ids.get(second));
    }

    private List<ExecutionId> subjects() {
        return client.eventsAfter(0, 10).stream()
                .map(read -> ((ExecutionEvent) read.event()).subject().executionId())
                .toList();
    }

    private <T> CompletableFuture<T> write(Unit<WriteTx, T> unit) {
        return client.store().write(1, Deadline.in(LONGEST_WAIT), unit);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
