package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.HeartbeatWorker;
import io.flowfabric.model.op.RegisterWorker;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.testkit.Client;
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
    /** Shorter than the pulse, so that only a ring can be in time. */
    private static final Duration PATIENCE = Duration.ofSeconds(9);

    /** Longer than our patience: a waiter looks once more when its time is over. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private String address;
    private Client waiting;
    private Client submitting;

    @BeforeEach
    void open() throws Exception {
        address = TestPostgres.freshAddress();
        waiting = Client.of(TestPostgres.open(address));
        submitting = Client.of(TestPostgres.open(address));
        assertThat(bellsOf(waiting).work().awaitBeyond(0, Deadline.in(PATIENCE)))
                .as("it rings once when it begins to hear")
                .isTrue();
    }

    @AfterEach
    void close() {
        waiting.close();
        submitting.close();
    }

    @Test
    void parkedClaimIsWokenByASubmissionInAnotherProcess() throws Exception {
        var claims = CompletableFuture.supplyAsync(() -> waiting.claim(1, PATIENCE));
        var id = submitting.create();
        assertThat(claims.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .extracting(Claim::executionId)
                .containsExactly(id);
    }

    @Test
    void bellsRingForWhatAnotherProcessHasCommitted() throws Exception {
        var bells = bellsOf(waiting);
        long work = bells.work().position();
        long ends = bells.ends().position();
        long events = bells.events().position();
        var id = submitting.create();
        assertThat(bells.work().awaitBeyond(work, Deadline.in(PATIENCE))).isTrue();

        submitting.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        assertThat(bells.ends().awaitBeyond(ends, Deadline.in(PATIENCE))).isTrue();
        assertThat(bells.events().awaitBeyond(events, Deadline.in(PATIENCE))).isTrue();
    }

    @Test
    void heartbeatsWakeNobodyElsewhere() throws Exception {
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
        var bells = bellsOf(waiting);
        long taken = bells.takenAway().position();
        submitting.engine().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, "drain"));
        assertThat(bells.takenAway().awaitBeyond(taken, Deadline.in(PATIENCE))).isTrue();

        long events = bells.events().position();
        submitting.engine().call(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(worker, namespace));
        long work = bells.work().position();
        submitting.create();
        assertThat(bells.work().awaitBeyond(work, Deadline.in(PATIENCE))).isTrue();
        assertThat(bells.events().position()).isEqualTo(events);
    }

    @Test
    void eventWrittenWhileTheListenerIsGoneArrives() throws Exception {
        var now = waiting.engine().call(Catalogue.SUBSCRIBE_EVENTS, events(EventCursor.FROM_NOW, 0));
        var page = CompletableFuture.supplyAsync(
                () -> waiting.engine().call(Catalogue.SUBSCRIBE_EVENTS, events(now.cursor(), LONGEST_WAIT.toMillis())));
        assertThat(killListeners()).isPositive();

        var id = submitting.create();
        submitting.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));

        assertThat(page.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).events())
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

    private static Doorbells bellsOf(Client client) {
        return client.store().doorbells();
    }
}
