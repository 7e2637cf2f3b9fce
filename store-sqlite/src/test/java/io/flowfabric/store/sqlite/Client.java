package io.flowfabric.store.sqlite;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.EventReads.Positioned;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An engine on a SQLite store, spoken to in the few words these tests need. */
record Client(Store store, Engine engine) implements AutoCloseable {

    static final Namespace NAMESPACE = new Namespace("shop");
    static final LaneId LANE = new LaneId("main");
    private static final int PAGE = 1000;

    /** Long enough that no lease lapses however slow the machine is. */
    private static final long LEASE_MS = Duration.ofMinutes(10).toMillis();

    static Client open(Path file) {
        return of(
                new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT),
                EngineSettings.DEFAULT.withTimers(false));
    }

    static Client of(Store store, EngineSettings settings) {
        return new Client(store, LocalEngine.start(store, settings));
    }

    static CreateExecution submission(Payload input) {
        return CreateExecution.of(NAMESPACE, LANE, "charge").input(input).build();
    }

    ExecutionId create(Payload input) {
        return engine.call(Catalogue.CREATE_EXECUTION, submission(input)).executionId();
    }

    ExecutionId create() {
        return create(Payload.EMPTY);
    }

    List<Claim> claim(int limit, Duration wait) {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("w1"),
                new WorkerInstanceId("w1-" + ProcessHandle.current().pid()),
                CapabilitySet.EMPTY,
                Optional.empty(),
                LEASE_MS,
                wait.toMillis(),
                limit);
        return engine.call(Catalogue.CLAIM, request).claims();
    }

    /** Completes an execution with its own id as the result. */
    void complete(Claim claim) {
        engine.call(
                Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(resultOf(claim.executionId()))));
    }

    static Payload resultOf(ExecutionId id) {
        return Payload.json('"' + id.toString() + '"');
    }

    /** Gives an execution back unstarted; the timers make it eligible again. */
    void handBack(Claim claim) {
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
    }

    Optional<ExecutionSnapshot> describe(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id));
    }

    Optional<Payload> result(ExecutionId id) {
        return engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id));
    }

    /** Every stored id. */
    List<ExecutionId> ids() {
        var ids = new ArrayList<ExecutionId>();
        Optional<ExecutionId> cursor = Optional.empty();
        do {
            var page = engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), cursor, PAGE));
            ids.addAll(page.executions());
            cursor = page.nextCursor();
        } while (cursor.isPresent());
        return ids;
    }

    /** The outbox from its beginning. */
    List<Event> events() {
        return store.read(Deadline.in(Duration.ofMinutes(1)), tx -> tx.events().after(0, Integer.MAX_VALUE)).stream()
                .map(entry -> ((Positioned) entry).event())
                .toList();
    }

    @Override
    public void close() {
        engine.close();
    }
}
