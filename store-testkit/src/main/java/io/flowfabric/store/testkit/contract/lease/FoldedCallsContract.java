package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.AdvanceCursorOutcome;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.BusyEngine;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many calls about one record share a transaction, and each is told what it would be told alone. */
@Timeout(120)
public abstract class FoldedCallsContract extends ContractSuite {
    /** As many calls as a transaction has room for. */
    private static final int CALLS = 500;

    private static final CursorName CURSOR = new CursorName("feed");
    private static final SubscriberId SUBSCRIBER = new SubscriberId("s");

    private BusyEngine crowded;

    @BeforeEach
    void fillTheBatcher() {
        crowded = new BusyEngine(store, settings());
    }

    @AfterEach
    void disperse() {
        crowded.close();
    }

    @Test
    public void renewalsOfOneLeaseShareATransaction() throws Exception {
        var id = create();
        var claim = crowded.engine()
                .call(Catalogue.CLAIM, claimRequest("w1", 1))
                .claims()
                .get(0);
        long version = describe(id).version();
        advance(5);

        var outcome = crowded.together(
                Collections.nCopies(CALLS, on -> on.call(Catalogue.RENEW, new RenewRequest(claim.handle()))));

        assertThat(outcome.transactions()).isEqualTo(1);
        assertThat(outcome.answers()).hasSize(CALLS).containsOnly(new RenewOutcome(START + 5 + TTL_MS, 1));
        assertThat(describe(id).version()).isEqualTo(version + CALLS);
        assertThat(types(id)).hasSize(1 + CALLS).endsWith("renewed");
        complete(claim);
    }

    @Test
    public void reportsOfProgressAreStoredAsTheLastLeavesThem() throws Exception {
        var id = create();
        var claim = claimOne("w1");

        var outcome = crowded.together(IntStream.range(0, CALLS)
                .<Function<Engine, Object>>mapToObj(i -> on -> on.call(
                        Catalogue.PROGRESS,
                        new ProgressRequest(
                                claim.handle(),
                                OptionalInt.of(i % 100),
                                i == 0 ? Optional.of("begun") : Optional.empty())))
                .toList());

        assertThat(outcome.transactions()).isEqualTo(1);
        assertThat(outcome.answers()).hasSize(CALLS).containsOnly(Ok.OK);
        assertThat(describe(id).progress().percent()).hasValue((CALLS - 1) % 100);
        assertThat(describe(id).progress().message()).contains("begun");
    }

    @Test
    public void advancesOfOneCursorShareATransaction() throws Exception {
        var acquired = (Acquired) engine.call(
                Catalogue.ACQUIRE_CURSOR, new AcquireCursor(SHOP, CURSOR, SUBSCRIBER, EventCursor.START, TTL_MS, 0));

        var calls = new ArrayList<Function<Engine, Object>>();
        for (int i = 1; i <= CALLS; i++) {
            calls.add(advance(acquired.epoch(), i));
        }
        calls.set(CALLS - 1, advance(acquired.epoch(), 1));
        var outcome = crowded.together(calls);

        assertThat(outcome.transactions()).isEqualTo(1);
        assertThat(outcome.answers().subList(0, CALLS - 1)).containsOnly(new AdvanceCursorOutcome(START + TTL_MS));
        assertThat(outcome.answers().get(CALLS - 1))
                .as("it would go back behind one that was not stored when it came")
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT));
        assertThat(read(tx -> tx.cursors().list(cursors())).get(0).position())
                .isEqualTo(EventCursor.ofNumber(CALLS - 1));
    }

    private static Function<Engine, Object> advance(long epoch, long position) {
        return on -> on.call(
                Catalogue.ADVANCE_CURSOR,
                new AdvanceCursor(SHOP, CURSOR, SUBSCRIBER, epoch, EventCursor.ofNumber(position), TTL_MS));
    }

    private static CursorReads.Scan cursors() {
        return new CursorReads.Scan(Optional.of(SHOP), Optional.empty(), 1);
    }

    @Test
    public void heartbeatsOfOneWorkerShareATransaction() throws Exception {
        engine.call(Catalogue.REGISTER_WORKER, SampleRequests.registration("w1", SHOP, LANE, TTL_MS));
        advance(5);

        var outcome = crowded.together(Collections.nCopies(
                CALLS,
                on -> on.call(Catalogue.HEARTBEAT_WORKER, new HeartbeatWorker(SampleRequests.instance("w1"), SHOP))));

        assertThat(outcome.transactions()).isEqualTo(1);
        assertThat(outcome.answers())
                .hasSize(CALLS)
                .containsOnly(new HeartbeatWorkerOutcome.Refreshed(START + 5 + TTL_MS));
    }

    @Test
    public void creationsWithOneKeyShareATransaction() throws Exception {
        var outcome = crowded.together(Collections.nCopies(
                20,
                on -> on.call(
                        Catalogue.CREATE_EXECUTION,
                        execution().idempotencyKey("k").build())));

        assertThat(outcome.transactions())
                .as("two are under way when the third comes, and the others share the next")
                .isEqualTo(3);
        var created = outcome.answers().stream()
                .filter(Created.class::isInstance)
                .map(Created.class::cast)
                .toList();
        assertThat(created).hasSize(1);
        assertThat(outcome.answers())
                .filteredOn(Duplicate.class::isInstance)
                .hasSize(19)
                .containsOnly(new Duplicate(created.get(0).executionId()));
    }

    @Test
    public void callBehindTheEndOfItsExecutionIsRefused() throws Exception {
        var id = create();
        var claim = crowded.engine()
                .call(Catalogue.CLAIM, claimRequest("w1", 1))
                .claims()
                .get(0);
        Function<Engine, Object> renewal = on -> on.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        Function<Engine, Object> completion =
                on -> on.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));

        var outcome = crowded.together(List.of(renewal, tag(id), renewal, completion, completion, renewal));

        assertThat(outcome.transactions()).isEqualTo(1);
        assertThat(outcome.answers().subList(0, 5))
                .containsExactly(
                        new RenewOutcome(START + TTL_MS, 1), Ok.OK, new RenewOutcome(START + TTL_MS, 1), Ok.OK, Ok.OK);
        assertThat(outcome.answers().get(5))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE));
        assertThat(describe(id).publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(attempts(id)).hasSize(1);
        assertThat(types(id)).containsExactly("acquired", "renewed", "renewed", "success", "revoked");
    }

    private static Function<Engine, Object> tag(ExecutionId id) {
        return on -> on.call(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, "acme.a", "b"));
    }
}
