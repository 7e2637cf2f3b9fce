package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.waiting.FallbackPolls;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.QueryCountingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A commit wakes the calls that it concerns and no other, and one question makes up for lost wake-ups of all of them. */
@Timeout(120)
public abstract class WakeUpContract extends ContractSuite {
    private static final Namespace BANK = new Namespace("bank");
    private static final SubscriberId HOLDER = new SubscriberId("holder");
    private static final SubscriberId NEXT = new SubscriberId("next");
    private static final FallbackPolls FREQUENT = new FallbackPolls(Duration.ofMillis(100), Duration.ofHours(1));

    /** Long enough for a thousand calls to be called up in between on a busy machine. */
    private static final FallbackPolls LESS_FREQUENT = new FallbackPolls(Duration.ofMillis(500), Duration.ofHours(1));

    /** What one engine knows of the calls of another is not the point here. */
    @Override
    protected boolean mayTakeTurns() {
        return false;
    }

    @Test
    public void submissionWakesNoClaimerOfAnotherLane() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = start(counting, settings())) {
            var claims = new ArrayList<CompletableFuture<ClaimOutcome>>();
            for (int i = 0; i < 100; i++) {
                claims.add(parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(lane(i), Optional.empty())));
            }
            int before = counting.queries().get();

            var id = submit(local, SHOP, lane(42));

            assertThat(woken(claims.get(42)).claims())
                    .extracting(Claim::executionId)
                    .containsExactly(id);
            assertThat(counting.queries().get() - before)
                    .as("the submission and one query")
                    .isEqualTo(2);
            assertThat(claims).filteredOn(CompletableFuture::isDone).hasSize(1);
        }
    }

    @Test
    public void submissionWakesNoClaimerOfAnotherNamespace() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = start(counting, settings())) {
            var bank = parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(LANE, Optional.of(BANK)));
            var shop = parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(LANE, Optional.of(SHOP)));
            int before = counting.queries().get();

            var id = submit(local, SHOP, LANE);

            assertThat(woken(shop).claims()).extracting(Claim::executionId).containsExactly(id);
            assertThat(counting.queries().get() - before).isEqualTo(2);
            assertThat(bank).isNotDone();
        }
    }

    @Test
    public void claimerOfSeveralLanesIsWokenByEach() throws Exception {
        try (var local = start(QueryCountingStore.on(store), settings())) {
            var lanes = IntStream.range(0, 3)
                    .mapToObj(number -> new LaneWeight(lane(number), 1))
                    .toList();
            for (int i = 0; i < 3; i++) {
                var request = claimFrom(lane(i), Optional.empty()).from(lanes);
                var claim = parked(local, local::waitingCalls, Catalogue.CLAIM, request);

                var id = submit(local, SHOP, lane(i));

                assertThat(woken(claim).claims()).extracting(Claim::executionId).containsExactly(id);
            }
        }
    }

    @Test
    public void endWakesThoseWhoWaitForItAlone() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = start(counting, settings())) {
            var ids = new ArrayList<ExecutionId>();
            var results = new ArrayList<CompletableFuture<AwaitResultOutcome>>();
            for (int i = 0; i < 20; i++) {
                ids.add(submit(local, SHOP, LANE));
                results.add(parked(local, local::waitingCalls, Catalogue.AWAIT_RESULT, awaiting(ids.get(i))));
            }
            int before = counting.queries().get();

            local.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ids.get(7), "test"));

            assertThat(woken(results.get(7))).isInstanceOf(AwaitResultOutcome.Ended.class);
            assertThat(counting.queries().get() - before)
                    .as("the cancellation and one query")
                    .isEqualTo(2);
        }
    }

    @Test
    public void cursorThatIsReleasedWakesThoseWhoWaitForItAlone() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = start(counting, settings())) {
            var waiting = new ArrayList<CompletableFuture<AcquireCursorOutcome>>();
            for (int i = 0; i < 5; i++) {
                hold(local, i);
                waiting.add(parked(local, local::waitingCalls, Catalogue.ACQUIRE_CURSOR, waitFor(i)));
            }
            int before = counting.queries().get();

            release(local, 3);

            assertThat(woken(waiting.get(3))).isInstanceOf(AcquireCursorOutcome.Acquired.class);
            assertThat(counting.queries().get() - before)
                    .as("the release, a query, and the acquisition")
                    .isEqualTo(3);
        }
    }

    @Test
    public void eventsOfOtherFamiliesWakeNoSubscriber() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = start(counting, settings())) {
            var operator =
                    parked(local, local::waitingCalls, Catalogue.SUBSCRIBE_EVENTS, subscription(EventFamily.WORKER));
            var completion = parked(
                    local, local::waitingCalls, Catalogue.SUBSCRIBE_EVENTS, subscription(EventFamily.COMPLETION));
            var id = submit(local, SHOP, LANE);
            int before = counting.queries().get();

            local.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "test"));

            assertThat(woken(completion).events()).hasSize(1);
            assertThat(counting.queries().get() - before)
                    .as("the cancellation and one query")
                    .isEqualTo(2);
            assertThat(operator).isNotDone();
        }
    }

    @Test
    public void oneQuestionServesAllCallsThatWait() throws Exception {
        var counting = QueryCountingStore.on(store);
        try (var local = LocalEngine.start(counting, settings(), LESS_FREQUENT)) {
            var calls = new ArrayList<CompletableFuture<?>>();
            for (int i = 0; i < 600; i++) {
                calls.add(local.callAsync(Catalogue.CLAIM, claimFrom(lane(i), Optional.empty())));
                calls.add(local.callAsync(Catalogue.SUBSCRIBE_EVENTS, subscription(EventFamily.SIGNAL)));
            }
            for (int i = 0; i < 40; i++) {
                calls.add(local.callAsync(Catalogue.AWAIT_RESULT, awaiting(submit(local, SHOP, LANE))));
                hold(local, i);
                calls.add(local.callAsync(Catalogue.ACQUIRE_CURSOR, waitFor(i)));
            }
            awaitParked(local, calls.size());
            awaitFallbackPolls(counting, 2);
            int queries = counting.queries().get();

            awaitFallbackPolls(counting, 3);

            assertThat(counting.queries().get() - queries)
                    .as("queries of single calls")
                    .isZero();
            assertThat(calls).noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    public void fallbackPollFindsWhatNoWakeUpTold() throws Exception {
        var deaf = QueryCountingStore.deaf(store);
        try (var local = LocalEngine.start(deaf, settings(), FREQUENT)) {
            var ended = create();
            hold(engine, 1);
            hold(engine, 2);
            awaitFallbackPolls(deaf, local);
            var result = parked(local, local::waitingCalls, Catalogue.AWAIT_RESULT, awaiting(ended));
            var cursor = parked(local, local::waitingCalls, Catalogue.ACQUIRE_CURSOR, waitFor(1));
            var other = parked(local, local::waitingCalls, Catalogue.ACQUIRE_CURSOR, waitFor(2));
            CompletableFuture<EventPage> events = parked(
                    local, local::waitingCalls, Catalogue.SUBSCRIBE_EVENTS, subscription(EventFamily.COMPLETION));
            var claim = parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(lane(1), Optional.empty()));
            var ofShop = parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(lane(2), Optional.of(SHOP)));
            var ofBank = parked(local, local::waitingCalls, Catalogue.CLAIM, claimFrom(lane(2), Optional.of(BANK)));

            var id = submit(engine, SHOP, lane(1));
            var own = submit(engine, SHOP, lane(2));
            engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "test"));
            release(engine, 1);

            assertThat(claim.join().claims()).extracting(Claim::executionId).containsExactly(id);
            assertThat(ofShop.join().claims()).extracting(Claim::executionId).containsExactly(own);
            assertThat(result.join()).isInstanceOf(AwaitResultOutcome.Ended.class);
            assertThat(cursor.join()).isInstanceOf(AcquireCursorOutcome.Acquired.class);
            assertThat(events.join().events()).hasSize(1);
            assertThat(List.of(other, ofBank)).noneMatch(CompletableFuture::isDone);
        }
    }

    private static void awaitFallbackPolls(QueryCountingStore counting, LocalEngine local) {
        var waiting = local.callAsync(Catalogue.SUBSCRIBE_EVENTS, subscription(EventFamily.SIGNAL));
        awaitFallbackPolls(counting, 1);
        waiting.cancel(false);
    }

    private static void awaitFallbackPolls(QueryCountingStore counting, int more) {
        int enough = counting.fallbackPolls().get() + more;
        while (counting.fallbackPolls().get() < enough) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void awaitParked(LocalEngine local, int calls) {
        while (local.waitingCalls().stream().filter(call -> call.parked()).count() < calls) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static LaneId lane(int number) {
        return new LaneId("lane-" + number);
    }

    private static ExecutionId submit(Engine on, Namespace namespace, LaneId lane) {
        return on.call(
                        Catalogue.CREATE_EXECUTION,
                        CreateExecution.of(namespace, lane, "charge").build())
                .executionId();
    }

    private static ClaimRequest claimFrom(LaneId lane, Optional<Namespace> namespace) {
        return new ClaimRequest(
                lane,
                new WorkerId("w"),
                new WorkerInstanceId("w-" + lane),
                CapabilitySet.EMPTY,
                namespace,
                TTL_MS,
                LONGEST_WAIT_MS,
                1);
    }

    private static AwaitResultRequest awaiting(ExecutionId id) {
        return new AwaitResultRequest(id, LONGEST_WAIT_MS);
    }

    private static SubscribeEvents subscription(EventFamily family) {
        return new SubscribeEvents(Set.of(family), EventCursor.FROM_NOW, ScannerFilter.NONE, 10, LONGEST_WAIT_MS);
    }

    private static CursorName cursor(int number) {
        return new CursorName("cursor-" + number);
    }

    private static void hold(Engine on, int number) {
        on.call(
                Catalogue.ACQUIRE_CURSOR,
                new AcquireCursor(SHOP, cursor(number), HOLDER, EventCursor.START, 60 * TTL_MS, 0));
    }

    private static AcquireCursor waitFor(int number) {
        return new AcquireCursor(SHOP, cursor(number), NEXT, EventCursor.START, TTL_MS, LONGEST_WAIT_MS);
    }

    private static void release(Engine on, int number) {
        on.call(Catalogue.RELEASE_CURSOR, new ReleaseCursor(SHOP, cursor(number), HOLDER, 1, EventCursor.START));
    }
}
