package io.flowfabric.store.postgres;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.EventReads.Positioned;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.ExecutionRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An engine on a PostgreSQL store, spoken to in the few words these tests need. */
record Client(Store store, Engine engine) implements AutoCloseable {
    static final Namespace NAMESPACE = new Namespace("shop");
    static final LaneId LANE = new LaneId("main");

    /** Long enough that no lease lapses however slow the machine is. */
    private static final long LEASE_MS = Duration.ofMinutes(10).toMillis();

    static Client of(Store store) {
        return of(store, EngineSettings.DEFAULT.callTimeout());
    }

    static Client of(Store store, Duration callTimeout) {
        var settings = EngineSettings.DEFAULT.withTimers(false).withCallTimeout(callTimeout);
        return new Client(store, LocalEngine.start(store, settings));
    }

    static CreateExecutionBuilder submission() {
        return CreateExecution.of(NAMESPACE, LANE, "charge");
    }

    ExecutionId create() {
        return engine.call(Catalogue.CREATE_EXECUTION, submission().build()).executionId();
    }

    List<ExecutionId> create(int count) {
        return Stream.generate(this::create).limit(count).toList();
    }

    List<Claim> claim(int limit, Duration wait) {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("w1"),
                new WorkerInstanceId("w1-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                LEASE_MS,
                wait.toMillis(),
                limit);
        return engine.call(Catalogue.CLAIM, request).claims();
    }

    void complete(Claim claim) {
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
    }

    void changePriority(ExecutionId id, int priority) {
        engine.call(Catalogue.CHANGE_PRIORITY, new ChangePriority(id, priority));
    }

    Optional<Execution> find(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).map(snapshot -> snapshot.execution());
    }

    /** What is settled behind a place in the outbox. */
    List<Positioned> eventsAfter(long position, int limit) {
        return store.read(Deadline.in(Duration.ofMinutes(1)), tx -> tx.events().after(position, limit)).stream()
                .map(Positioned.class::cast)
                .toList();
    }

    @Override
    public void close() {
        engine.close();
    }
}
