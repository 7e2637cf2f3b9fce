package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One call of every family, about records that no other call is about. */
final class Bystanders {
    private static final LaneId LANE = new LaneId("bystanders");
    private static final WorkerId WORKER = new WorkerId("bystander");
    private static final WorkerInstanceId INSTANCE = new WorkerInstanceId("bystander-1");
    private static final CursorName CURSOR = new CursorName("bystander");
    private static final SubscriberId SUBSCRIBER = new SubscriberId("bystander");
    private static final long WAIT_MS = 20_000;
    private static final long LEASE_MS = Duration.ofMinutes(10).toMillis();

    /** What is called, by what it writes besides executions. */
    enum Family {
        SUBMIT,
        LEASE,
        OPERATE,
        WORKERS,
        CURSORS,
        READ,
        EVENTS,
        TIMERS
    }

    private final Client client;
    private final Engine engine;
    private final Map<Family, Runnable> calls = new EnumMap<>(Family.class);

    Bystanders(Client client) {
        this.client = client;
        this.engine = client.engine();
        calls.put(Family.SUBMIT, this::submit);
        calls.put(Family.LEASE, this::lease);
        calls.put(Family.OPERATE, this::operate);
        calls.put(Family.WORKERS, this::workers);
        calls.put(Family.CURSORS, this::cursors);
        calls.put(Family.READ, this::read);
        calls.put(Family.EVENTS, this::events);
        calls.put(Family.TIMERS, client.engine()::runTimers);
    }

    /** Makes the calls of all families but some; each is answered. */
    void callAllBut(Set<Family> concerned) {
        calls.forEach((family, call) -> {
            if (!concerned.contains(family)) {
                call.run();
            }
        });
    }

    private CreateExecution submission() {
        return CreateExecution.of(Client.NAMESPACE, LANE, "charge").build();
    }

    private void submit() {
        engine.call(Catalogue.CREATE_EXECUTION, submission());
    }

    private Claim claim() {
        submit();
        var request =
                new ClaimRequest(LANE, WORKER, INSTANCE, CapabilitySet.EMPTY, Optional.empty(), LEASE_MS, WAIT_MS, 1);
        return engine.call(Catalogue.CLAIM, request).claims().get(0);
    }

    private void lease() {
        var completed = claim();
        engine.call(Catalogue.RENEW, new RenewRequest(completed.handle()));
        engine.call(Catalogue.COMPLETE, new CompleteRequest(completed.handle(), Optional.empty()));
        var failed = claim();
        engine.call(Catalogue.FAIL, new FailRequest(failed.handle(), "no", FailureClass.PERMANENT, Optional.empty()));
        var delayed = claim();
        engine.call(Catalogue.DELAY, new DelayRequest(delayed.handle(), 0));
    }

    private void operate() {
        var id = engine.call(Catalogue.CREATE_EXECUTION, submission()).executionId();
        client.changePriority(id, 1);
        engine.call(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, "acme.a", "b"));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no"));
    }

    private void workers() {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(WORKER, INSTANCE, Client.NAMESPACE, List.of(LANE), CapabilitySet.EMPTY, LEASE_MS));
        engine.call(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(INSTANCE, Client.NAMESPACE));
        engine.call(Catalogue.LIST_WORKERS, new ListWorkers(Optional.empty(), Optional.empty(), 10));
    }

    private void cursors() {
        var acquired = (Acquired) engine.call(
                Catalogue.ACQUIRE_CURSOR,
                new AcquireCursor(Client.NAMESPACE, CURSOR, SUBSCRIBER, EventCursor.START, LEASE_MS, 0));
        engine.call(
                Catalogue.ADVANCE_CURSOR,
                new AdvanceCursor(Client.NAMESPACE, CURSOR, SUBSCRIBER, acquired.epoch(), EventCursor.START, LEASE_MS));
    }

    private void read() {
        engine.call(Catalogue.PING, NoArguments.NONE);
        var id = client.ids().get(0);
        engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id));
    }

    private void events() {
        var page = engine.call(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(Set.of(EventFamily.values()), EventCursor.START, ScannerFilter.NONE, 10, 0));
        assertThat(page.events()).isNotEmpty();
    }
}
