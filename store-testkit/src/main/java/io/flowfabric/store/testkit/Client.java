package io.flowfabric.store.testkit;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.engine.waiting.FallbackPolls;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * An engine on a store, spoken to in the few words that tests of stores need. It owns both. Unless settings say otherwise
 * it runs no timers. It polls only when it is woken, so a lost wake-up shows.
 */
public record Client(Store store, LocalEngine engine) implements AutoCloseable {

    public static final Namespace NAMESPACE = new Namespace("shop");
    public static final LaneId LANE = new LaneId("main");
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT.withTimers(false);
    private static final int PAGE = 1000;

    /** Long enough that no lease expires however slow the machine is. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    /** An engine on the store at an address, of whatever kind is on the class path. */
    public static Client open(String address) {
        return open(address, SETTINGS);
    }

    /** The same with an engine that behaves otherwise. */
    public static Client open(String address, EngineSettings settings) {
        return open(address, settings, StoreOptions.DEFAULT);
    }

    /** The same with a store that is opened otherwise. */
    public static Client open(String address, EngineSettings settings, StoreOptions options) {
        return of(store(address, options), settings);
    }

    /** The store at an address, without an engine. */
    public static Store store(String address, StoreOptions options) {
        for (var provider : ServiceLoader.load(StoreProvider.class)) {
            if (address.startsWith(provider.scheme())) {
                return provider.open(address, options);
            }
        }
        throw new IllegalArgumentException("No store on the class path has addresses like " + address);
    }

    /** An engine on a store that was opened before. */
    public static Client of(Store store) {
        return of(store, SETTINGS);
    }

    /** The same with callers that wait no longer than this. */
    public static Client of(Store store, Duration callTimeout) {
        return of(store, SETTINGS.withCallTimeout(callTimeout));
    }

    /** The same with an engine that behaves otherwise. */
    public static Client of(Store store, EngineSettings settings) {
        return new Client(store, LocalEngine.start(store, settings, FallbackPolls.NONE));
    }

    /** An execution that is about to be created. */
    public static CreateExecutionBuilder submission() {
        return CreateExecution.of(NAMESPACE, LANE, "charge");
    }

    /** Creates an execution that has nothing but defaults. */
    public ExecutionId create() {
        return create(submission());
    }

    /** Creates an execution. */
    public ExecutionId create(CreateExecutionBuilder submission) {
        return engine.call(Catalogue.CREATE_EXECUTION, submission.build()).executionId();
    }

    /** Creates many of a kind, in batches. */
    public List<ExecutionId> createAll(CreateExecutionBuilder submission, int count) {
        var ids = new ArrayList<ExecutionId>();
        while (ids.size() < count) {
            var batch = Collections.nCopies(Math.min(PAGE, count - ids.size()), submission.build());
            engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(batch))
                    .forEach(item -> ids.add(item.orThrow().executionId()));
        }
        return ids;
    }

    /** Creates some, one after the other. */
    public List<ExecutionId> create(int count) {
        return Stream.generate(this::create).limit(count).toList();
    }

    /** Claims for a worker that is named after this process. */
    public List<Claim> claim(int limit, Duration wait) {
        var instance = new WorkerInstanceId("w1-" + ProcessHandle.current().pid());
        return claim(instance, limit, LEASE, wait);
    }

    /** Claims for a worker of one's own. */
    public List<Claim> claim(WorkerInstanceId instance, int limit, Duration lease, Duration wait) {
        var request = new ClaimRequest(
                LANE,
                new WorkerId("w1"),
                instance,
                CapabilitySet.EMPTY,
                Optional.empty(),
                lease.toMillis(),
                wait.toMillis(),
                limit);
        return engine.call(Catalogue.CLAIM, request).claims();
    }

    /** Completes an execution with its own id as the result. */
    public void complete(Claim claim) {
        complete(engine, claim);
    }

    /** The same by another engine on the store. */
    public static void complete(LocalEngine engine, Claim claim) {
        engine.call(
                Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(resultOf(claim.executionId()))));
    }

    /** Completes executions together, without a result. */
    public void completeAll(List<Claim> claims) {
        var items = claims.stream()
                .map(claim -> new CompleteRequest(claim.handle(), Optional.empty()))
                .toList();
        engine.call(Catalogue.COMPLETE_BATCH, new CompleteBatch(items)).forEach(BatchItem::orThrow);
    }

    /** What {@link #complete} stores. */
    public static Payload resultOf(ExecutionId id) {
        return Payload.json('"' + id.toString() + '"');
    }

    /** Gives an execution back unstarted; the timers make it eligible again. */
    public void handBack(Claim claim) {
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
    }

    /** Moves an execution within its lane. */
    public void changePriority(ExecutionId id, int priority) {
        engine.call(Catalogue.CHANGE_PRIORITY, new ChangePriority(id, priority));
    }

    /** The whole record of an execution, if it exists. */
    public Optional<Execution> find(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).map(snapshot -> snapshot.execution());
    }

    /** The attempts of an execution, oldest first. */
    public List<Attempt> attempts(ExecutionId id) {
        return engine.call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id));
    }

    /** The result of an execution, if it has one. */
    public Optional<Payload> result(ExecutionId id) {
        return engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id));
    }

    /** Every stored id. */
    public List<ExecutionId> ids() {
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
    public List<Event> events() {
        return eventsAfter(0, Integer.MAX_VALUE).stream().map(Positioned::event).toList();
    }

    /** What is settled behind a position in the outbox. */
    public List<Positioned> eventsAfter(long position, int limit) {
        return store.read(Deadline.in(Duration.ofMinutes(1)), tx -> tx.events().after(position, limit)).stream()
                .map(Positioned.class::cast)
                .toList();
    }

    @Override
    public void close() {
        engine.close();
    }
}
