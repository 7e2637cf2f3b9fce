package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.ops.FallbackPolls;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.ops.WaitingCall;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.EventReads.Positioned;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.partition.PartitionConfig;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.testkit.ManualClock;
import io.flowfabric.testkit.quiescence.CountedStore;
import io.flowfabric.testkit.quiescence.QuiescenceOracle;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An engine without timers on a fresh store whose clock the test moves, and the words the suites share. */
public abstract class ContractSuite {
    protected static final Namespace SHOP = new Namespace("shop");
    protected static final LaneId LANE = new LaneId("main");
    protected static final long START = 1_800_000_000_000L;
    protected static final long TTL_MS = 30_000;

    /** The longest that a call may wait. */
    protected static final long LONGEST_WAIT_MS = 30_000;

    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    protected final ManualClock clock = new ManualClock(START);
    protected Store store;
    protected EnginesInTurn engine;
    private QuiescenceOracle oracle;

    /** Opens a fresh store that takes its time from the clock. */
    protected abstract Store openStore(Clock clock);

    @BeforeEach
    void open() {
        store = openStore(clock);
        var stores = new ArrayList<CountedStore>();
        stores.add(CountedStore.on(store));
        if (store instanceof SharedStore shared && mayTakeTurns() && TwoEngines.serve(getClass())) {
            stores.add(CountedStore.on(shared.beside(clock)));
        }
        var engines = stores.stream().map(each -> start(each, settings())).toList();
        engine = new EnginesInTurn(engines);
        oracle = new QuiescenceOracle(store, engines, stores, settings().reclaimGrace());
    }

    /** Whether a second engine may serve every other call; not where a test is about what one engine knows of itself. */
    protected boolean mayTakeTurns() {
        return true;
    }

    /** An engine that looks for nothing unless it is woken: a wake-up that gets lost is not made up for. */
    protected static LocalEngine start(Store store, EngineSettings settings) {
        return LocalEngine.start(store, settings, FallbackPolls.NONE);
    }

    @AfterEach
    void close() throws InterruptedException {
        try {
            oracle.requireNothingOverlooked();
        } finally {
            engine.close();
        }
    }

    /** How the engine under test behaves. */
    protected EngineSettings settings() {
        return EngineSettings.DEFAULT.withTimers(false);
    }

    /** Begins a call that has nothing to answer yet, and returns once it is parked: what happens next is to wake it. */
    protected <A, R> CompletableFuture<R> parked(Operation<A, R> operation, A arguments) {
        return parked(engine, engine::waitingCalls, operation, arguments);
    }

    /** The same on another engine. */
    protected static <A, R> CompletableFuture<R> parked(
            Engine on, Supplier<List<WaitingCall>> waiting, Operation<A, R> operation, A arguments) {
        var answer = on.callAsync(operation, arguments);
        var here = new WaitingCall(operation, arguments, true);
        while (!waiting.get().contains(here)) {
            assertThat(answer).as("a call that waits").isNotDone();
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
        return answer;
    }

    /**
     * The answer of a call that something woke: what only looks once more when its longest wait is over comes too late.
     * A claim that nothing wakes although there is work for it fails with both.
     */
    protected <T> T woken(CompletableFuture<T> waiting) throws InterruptedException {
        var answer = waiting.orTimeout(LONGEST_WAIT_MS * 2 / 3, TimeUnit.MILLISECONDS);
        oracle.awaitUnlessOverlooked(answer::isDone);
        return answer.join();
    }

    protected static CreateExecutionBuilder execution() {
        return CreateExecution.of(SHOP, LANE, "charge");
    }

    /** A policy that asks for capabilities. */
    protected static String requiring(String... tokens) {
        return "{\"routing_requirements\":{\"required_capabilities\":[\"" + String.join("\",\"", tokens) + "\"]}}";
    }

    /** The id of an execution that nobody created. */
    protected static ExecutionId unknown() {
        return ExecutionId.solo(LANE, PartitionConfig.DEFAULT);
    }

    protected ExecutionId create(CreateExecutionBuilder execution) {
        return engine.call(Catalogue.CREATE_EXECUTION, execution.build()).executionId();
    }

    protected ExecutionId create() {
        return create(execution());
    }

    protected static ClaimRequest claimRequest(String worker, int limit) {
        return new ClaimRequest(
                LANE,
                new WorkerId(worker),
                new WorkerInstanceId(worker + "-1"),
                CapabilitySet.EMPTY,
                Optional.empty(),
                TTL_MS,
                0,
                limit);
    }

    /** A claim of one that waits as long as it may. */
    protected static ClaimRequest patientClaim(String worker) {
        return claimRequest(worker, 1).waiting(LONGEST_WAIT_MS);
    }

    protected List<Claim> claim(String worker, int limit) {
        return engine.call(Catalogue.CLAIM, claimRequest(worker, limit)).claims();
    }

    /** Claims one; fails when there is nothing to claim. */
    protected Claim claimOne(String worker) {
        return claim(worker, 1).get(0);
    }

    protected static FailRequest failure(Claim claim, FailureClass failureClass) {
        return new FailRequest(claim.handle(), "boom", failureClass, Optional.empty());
    }

    protected Execution describe(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                .orElseThrow()
                .execution();
    }

    protected boolean exists(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).isPresent();
    }

    /** Looks into the store. */
    protected <T> T read(Store.Unit<ReadTx, T> unit) {
        return store.read(Deadline.in(Duration.ofSeconds(10)), unit);
    }

    /** Changes the store past the operations. */
    protected <T> T write(Store.Unit<WriteTx, T> unit) {
        return store.write(0, Deadline.in(Duration.ofSeconds(10)), unit).join();
    }

    protected List<Attempt> attempts(ExecutionId id) {
        return engine.call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(id));
    }

    protected MarkExpiredOutcome mark(ExecutionId id) {
        return engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
    }

    protected PromoteOutcome promote(ExecutionId id) {
        return engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
    }

    protected void complete(Claim claim) {
        engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
    }

    protected void handBack(Claim claim) {
        engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
    }

    /** Claims an execution for a worker whose lease then runs out, and marks it. */
    protected Claim lost(ExecutionId id, String worker) {
        var claim = claimOne(worker);
        assertThat(claim.executionId()).isEqualTo(id);
        advance(TTL_MS);
        assertThat(mark(id)).isEqualTo(new MarkExpiredOutcome.MarkedExpired());
        return claim;
    }

    /** Expects a call to be refused. */
    protected <A, R> EngineException refused(ErrorCode code, Operation<A, R> operation, A arguments) {
        var refusal = catchThrowableOfType(EngineException.class, () -> engine.call(operation, arguments));
        assertThat(refusal)
                .as("%s of %s", operation, arguments)
                .isNotNull()
                .extracting(EngineException::code)
                .isEqualTo(code);
        return refusal;
    }

    /** What the outbox says, one word per event. */
    protected List<String> types() {
        return events().stream().map(ContractSuite::type).toList();
    }

    /** The types of the events of one execution, in their order. */
    protected List<String> types(ExecutionId id) {
        return events().stream()
                .filter(event -> event instanceof ExecutionEvent about
                        && about.subject().executionId().equals(id))
                .map(ContractSuite::type)
                .toList();
    }

    private static String type(Event event) {
        if (event instanceof LeaseEvent lease) {
            return lease.type().literal();
        }
        if (event instanceof OperatorEvent operator) {
            return operator.type().literal();
        }
        return event instanceof CompletionEvent completion
                ? completion.outcome().literal()
                : event.family().literal();
    }

    /** The outbox from its beginning. */
    protected List<Event> events() {
        return read(tx -> tx.events().after(0, 100_000)).stream()
                .map(entry -> ((Positioned) entry).event())
                .toList();
    }

    protected void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    /** Fails unless a call is refused with a code. */
    protected static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }
}
