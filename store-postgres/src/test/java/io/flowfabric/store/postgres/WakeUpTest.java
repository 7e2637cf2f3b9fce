package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two stores on one schema hear each other. */
class WakeUpTest {
    /** Shorter than the fallback poll, so that only a notification can be in time. */
    private static final Duration IN_TIME = Duration.ofSeconds(9);

    /** Longer than the test waits: a call polls once more when its time is over. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private String address;
    private Client waiting;
    private Client submitting;

    @BeforeEach
    void open() throws Exception {
        address = TestPostgres.freshAddress();
        waiting = Client.of(TestPostgres.open(address));
        submitting = Client.of(TestPostgres.open(address));
        assertThat(doorbellsOf(waiting).work().awaitBeyond(0, Deadline.in(IN_TIME)))
                .as("it rings once when it begins to receive notifications")
                .isTrue();
    }

    @AfterEach
    void close() {
        waiting.close();
        submitting.close();
    }

    @Test
    void parkedClaimIsWokenByASubmissionInAnotherProcess() throws Exception {
        var claims = CompletableFuture.supplyAsync(() -> waiting.claim(1, IN_TIME));
        var id = submitting.create();
        assertThat(claims.get(IN_TIME.toSeconds(), TimeUnit.SECONDS))
                .extracting(Claim::executionId)
                .containsExactly(id);
    }

    @Test
    void doorbellsRingForWhatAnotherProcessHasCommitted() throws Exception {
        var doorbells = doorbellsOf(waiting);
        long work = doorbells.work().position();
        long ends = doorbells.ends().position();
        long events = doorbells.events().position();
        var id = submitting.create();
        assertThat(doorbells.work().awaitBeyond(work, Deadline.in(IN_TIME))).isTrue();

        submitting.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        assertThat(doorbells.ends().awaitBeyond(ends, Deadline.in(IN_TIME))).isTrue();
        assertThat(doorbells.events().awaitBeyond(events, Deadline.in(IN_TIME))).isTrue();
    }

    @Test
    void heartbeatsWakeNoOtherProcess() throws Exception {
        var worker = new WorkerInstanceId("w-1");
        var namespace = new Namespace("default");
        submitting
                .engine()
                .call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId("w"),
                                worker,
                                namespace,
                                List.of(new LaneId("main")),
                                CapabilitySet.EMPTY,
                                Duration.ofMinutes(1).toMillis()));
        var id = submitting.create();
        submitting.claim(1, Duration.ZERO);
        var doorbells = doorbellsOf(waiting);
        long taken = doorbells.revocations().position();
        submitting.engine().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, "drain"));
        assertThat(doorbells.revocations().awaitBeyond(taken, Deadline.in(IN_TIME)))
                .isTrue();

        long events = doorbells.events().position();
        submitting.engine().call(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(worker, namespace));
        long work = doorbells.work().position();
        submitting.create();
        assertThat(doorbells.work().awaitBeyond(work, Deadline.in(IN_TIME))).isTrue();
        assertThat(doorbells.events().position()).isEqualTo(events);
    }

    @Test
    void eventWrittenWhileTheListenerIsGoneArrives() throws Exception {
        var now = waiting.engine().call(Catalogue.SUBSCRIBE_EVENTS, events(EventCursor.FROM_NOW, 0));
        var page = CompletableFuture.supplyAsync(
                () -> waiting.engine().call(Catalogue.SUBSCRIBE_EVENTS, events(now.cursor(), LONGEST_WAIT.toMillis())));
        assertThat(killListeners()).isPositive();

        var id = submitting.create();
        submitting.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));

        assertThat(page.get(IN_TIME.toSeconds(), TimeUnit.SECONDS).events())
                .singleElement()
                .isInstanceOfSatisfying(
                        EventItem.Delivered.class,
                        item -> assertThat(((ExecutionEvent) item.event())
                                        .subject()
                                        .executionId())
                                .isEqualTo(id));
    }

    private static SubscribeEvents events(EventCursor cursor, long maxWaitMs) {
        return new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, 10, maxWaitMs);
    }

    /** Cuts the connections on which the stores of this test hear each other; answers how many. */
    private int killListeners() throws SQLException {
        try (var connection = TestPostgres.connect(address);
                var statement = connection.prepareStatement("""
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE pid <> pg_backend_pid() AND query LIKE 'NOTIFY %' AND query LIKE ?""")) {
            statement.setString(1, "%" + PostgresAddress.parse(address).schema().value() + "%");
            int killed = 0;
            try (var row = statement.executeQuery()) {
                while (row.next()) {
                    killed++;
                }
            }
            return killed;
        }
    }

    private static Doorbells doorbellsOf(Client client) {
        return client.store().doorbells();
    }
}
