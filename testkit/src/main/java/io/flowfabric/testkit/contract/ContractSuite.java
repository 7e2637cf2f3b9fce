package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.EventReads.Positioned;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.testkit.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An engine without timers on a fresh store whose clock the test moves, and the words the suites share. */
public abstract class ContractSuite {
    protected static final Namespace SHOP = new Namespace("shop");
    protected static final LaneId LANE = new LaneId("main");
    protected static final long START = 1_800_000_000_000L;
    protected static final long TTL_MS = 30_000;

    protected final ManualClock clock = new ManualClock(START);
    protected Store store;
    protected Engine engine;

    /** Opens a fresh store that takes its time from the clock. */
    protected abstract Store openStore(Clock clock);

    @BeforeEach
    void open() {
        store = openStore(clock);
        engine = LocalEngine.start(store, settings());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** How the engine under test behaves. */
    protected EngineSettings settings() {
        return EngineSettings.DEFAULT.withTimers(false);
    }

    protected static CreateExecutionBuilder execution() {
        return CreateExecution.of(SHOP, LANE, "charge");
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
