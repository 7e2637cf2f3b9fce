package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ShutdownPrepare;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.CountingStore;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.SlowStore;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 06 §12.3 on a store: an engine that is about to be closed answers its waiting calls and stops its timers. */
@Covers("shutdown_prepare")
public abstract class ShutdownContract extends ContractSuite {

    @Override
    protected boolean mayTakeTurns() {
        return false;
    }

    @Test
    public void waitingCallsAreAnsweredAndNoneWaitsAfterwards() throws Exception {
        var id = create();
        claimOne("w1");
        var end = engine.callAsync(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, LONGEST_WAIT_MS));
        var work = engine.callAsync(Catalogue.CLAIM, waitingClaim("w2"));
        var events = engine.callAsync(Catalogue.SUBSCRIBE_EVENTS, news(LONGEST_WAIT_MS));
        assertThat(end).isNotDone();
        assertThat(work).isNotDone();
        assertThat(events).isNotDone();
        assertThat(engine.isShuttingDown()).isFalse();

        assertThat(shutDown(engine, LONGEST_WAIT_MS)).isEqualTo(Ok.OK);

        assertThat(engine.isShuttingDown()).isTrue();
        assertThat(end).isCompletedWithValue(new AwaitResultOutcome.Pending());
        assertThat(work.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS).claims()).isEmpty();
        assertThat(events.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS).events()).isEmpty();
        assertThatThrownBy(() -> engine.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, LONGEST_WAIT_MS)))
                .isInstanceOf(UnavailableException.class);
        assertThat(engine.callAsync(Catalogue.CLAIM, waitingClaim("w2"))).isCompletedExceptionally();
    }

    @Test
    public void everythingElseGoesOn() {
        var before = create();
        var claim = claimOne("w1");
        assertThat(shutDown(engine, 0)).isEqualTo(Ok.OK);

        complete(claim);
        var after = create();

        assertThat(engine.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(before, LONGEST_WAIT_MS)))
                .isInstanceOf(AwaitResultOutcome.Ended.class);
        assertThat(claim("w1", 1)).extracting(one -> one.executionId()).containsExactly(after);
        assertThat(engine.call(Catalogue.SUBSCRIBE_EVENTS, news(0)).events()).isEmpty();
        engine.runTimers();
    }

    @Test
    public void timersStopAndRepeatingTheCallIsHarmless() {
        var others = timers();
        try (var timed = start(CountingStore.on(store), settings().withTimers(true))) {
            var own = timers();
            own.removeAll(others);
            assertThat(own).hasSize(1);

            assertThat(shutDown(timed, LONGEST_WAIT_MS)).isEqualTo(Ok.OK);

            assertThat(own).noneMatch(Thread::isAlive);
            assertThat(shutDown(timed, 0)).isEqualTo(Ok.OK);
        }
    }

    @Test
    public void graceThatRunsOutIsATimeoutAndTheNextCallFindsTheRest() throws Exception {
        var id = create();
        var slow = SlowStore.on(store);
        try (var timed = start(slow, settings().withTimers(true))) {
            var end = CompletableFuture.supplyAsync(
                    () -> timed.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, LONGEST_WAIT_MS)));
            try {
                slow.readers().acquire(2);

                assertThatThrownBy(() -> shutDown(timed, 0))
                        .isInstanceOfSatisfying(OperationTimeoutException.class, late -> {
                            assertThat(late.op()).isEqualTo("shutdown_prepare");
                            assertThat(late.detail()).contains("the timers and calls that waited");
                            assertThat(late.mayHaveBeenApplied()).isTrue();
                        });
                assertThat(end).isNotDone();
            } finally {
                slow.answer();
            }

            assertThat(shutDown(timed, LONGEST_WAIT_MS)).isEqualTo(Ok.OK);
            assertThat(end.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS)).isEqualTo(new AwaitResultOutcome.Pending());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 30_001})
    public void graceIsNotNegativeAndAtMostHalfAMinute(long graceMs) {
        refused(ErrorCode.INVALID_INPUT, Catalogue.SHUTDOWN_PREPARE, new ShutdownPrepare(graceMs));
    }

    private static Ok shutDown(Engine engine, long graceMs) {
        return engine.call(Catalogue.SHUTDOWN_PREPARE, new ShutdownPrepare(graceMs));
    }

    private static SubscribeEvents news(long maxWaitMs) {
        return new SubscribeEvents(Set.of(), EventCursor.FROM_NOW, ScannerFilter.NONE, 10, maxWaitMs);
    }

    private static Set<Thread> timers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("flowfabric-timers"))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
