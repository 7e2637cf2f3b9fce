package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.TimerAction;
import io.flowfabric.engine.timers.TimerConfig;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** 02 §11 and §14 on a store: what falls due is done, and one that fails does not hold up the others. */
@Covers({"mark_lease_expired_if_due", "promote_delayed", "expire_execution"})
public abstract class TimersContract extends ContractSuite {
    private static final long RETENTION_MS = 10_000;

    @Test
    public void onlyDueDelaysArePromoted() {
        var soon = create(execution().delayUntil(START + 100));
        var later = create(execution().delayUntil(START + 101));
        advance(100);

        pass();

        assertThat(describe(soon).publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(later).publicState()).isEqualTo(PublicState.DELAYED);
    }

    @Test
    public void expiredLeaseIsMarkedAndOffered() {
        var id = create();
        claimOne("w1");
        advance(TTL_MS - 1);
        pass();
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASED);
        advance(1);

        pass();

        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASE_EXPIRED);
        assertThat(claimOne("w2").executionId()).isEqualTo(id);
    }

    @Test
    public void leaseThatExpiredTooOftenEndsTheExecution() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        claimOne("w1");
        advance(TTL_MS);

        pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.FAILED);
        assertThat(describe(id).ending().failureReason()).contains("max_reclaims_exceeded");
        assertThat(types()).containsExactly("acquired", "expired", "failed");
    }

    @Test
    public void attemptTimeoutRetriesAndDeadlineExpires() {
        var timed = create(execution()
                .policyJson("{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5}},"
                        + "\"timeout_policy\":{\"attempt_timeout_ms\":50}}"));
        claimOne("w1");
        var mortal = create(execution().deadlineAt(START + 50));
        advance(50);

        pass();

        assertThat(describe(timed).vector().row()).isEqualTo(VectorRow.RETRY_BACKOFF);
        assertThat(describe(mortal).publicState()).isEqualTo(PublicState.EXPIRED);
    }

    @Test
    public void deadlineEndsAnExecutionInWhateverState() {
        var active = create(execution().deadlineAt(START + 50));
        claimOne("w1");
        var waiting = create(execution().deadlineAt(START + 50));
        var delayed = create(execution().deadlineAt(START + 50).delayUntil(START + 1000));
        advance(50);

        pass();

        for (var id : List.of(active, waiting, delayed)) {
            assertThat(describe(id).publicState()).isEqualTo(PublicState.EXPIRED);
            assertThat(describe(id).ending().failureReason()).contains("execution_deadline");
        }
        assertThat(describe(waiting).vector().attemptState()).isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
        assertThat(describe(active).vector().attemptState()).isEqualTo(AttemptState.ATTEMPT_TERMINAL);
        assertThat(claim("w1", 5)).isEmpty();
    }

    @Test
    public void deadlineCatchesARetryThatWaits() {
        var id = create(execution()
                .deadlineAt(START + 50)
                .policyJson("{\"retry_policy\":{\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5000}}}"));
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.TRANSIENT));
        advance(50);

        pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.EXPIRED);
        assertThat(types()).containsExactly("acquired", "revoked", "expired");
    }

    @Test
    public void timeoutOfAnAttemptThatEndedHasNoEffect() {
        var id = create(execution().policyJson("{\"timeout_policy\":{\"attempt_timeout_ms\":50}}"));
        complete(claimOne("w1"));
        advance(50);

        pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    public void moreThanABatchIsDoneInOnePass() {
        int executions = 600;
        for (int i = 0; i < executions; i++) {
            create(execution().delayUntil(START + 1));
        }
        advance(1);

        pass();

        assertThat(claim("w1", 256)).hasSize(256);
        assertThat(claim("w1", 256)).hasSize(256);
        assertThat(claim("w1", 256)).hasSize(executions - 512);
    }

    @Test
    public void itemThatFailsDoesNotHoldUpTheOthers() {
        var cursed = create(execution().delayUntil(START + 1));
        var fine = create(execution().delayUntil(START + 2));
        advance(10);

        timersFailingOn(new ExecutionRef(cursed), () -> {}).pass();

        assertThat(describe(cursed).publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(describe(fine).publicState()).isEqualTo(PublicState.WAITING);
    }

    @Test
    public void oneThatSpoilsItsTransactionDoesNotHoldUpTheOthers() {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 20; i++) {
            ids.add(create(execution().delayUntil(START + 1 + i)));
        }
        var cursed = ids.remove(13);
        advance(100);
        try (var faulty = LocalEngine.start(FaultyStore.withoutChangeOf(store, cursed), settings())) {
            for (int pass = 0; pass < 5; pass++) {
                faulty.runTimers();
            }
        }

        assertThat(ids).allSatisfy(id -> assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING));
        assertThat(describe(cursed).publicState()).isEqualTo(PublicState.DELAYED);
    }

    @Test
    public void passInVainIsFollowedByAPause() throws InterruptedException {
        create(execution().delayUntil(START + 1));
        advance(1);
        var passes = new AtomicInteger();
        var sleeps = new AtomicInteger();
        var enough = new CountDownLatch(10);
        Sleep counting = (wakeUp, next, wait) -> {
            sleeps.incrementAndGet();
            enough.countDown();
            Sleep.REAL.until(wakeUp, next, wait);
        };
        TimerAction heldByOthers = (kind, limit, except) -> {
            passes.addAndGet(kind == DueKind.DELAY ? 1 : 0);
            return new TimerAction.Done(List.of(), Map.of(), false);
        };
        try (var timers = timers(engine, means -> means.withAct(heldByOthers).withSleep(counting))) {
            timers.start();
            assertThat(enough.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(passes.get()).as("one pass, then a pause").isLessThanOrEqualTo(sleeps.get() + 1);
    }

    @Test
    public void backlogOfThePurgeDoesNotHoldUpDelays() throws InterruptedException {
        long retention = settings().retention().toMillis();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        create(execution().delayUntil(START + retention + 1));
        advance(retention);
        var purges = new AtomicInteger();
        var sounded = new CountDownLatch(1);
        TimerAction noting = (kind, limit, except) -> {
            sounded.countDown();
            return new TimerAction.Done(List.of(), Map.of(), false);
        };
        try (var timers = timers(purgingWithoutEnd(purges, () -> advance(1)), means -> means.withAct(noting))) {
            timers.start();

            assertThat(sounded.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(purges).as("the delay fell due while it purged").hasPositiveValue();
    }

    /** An engine that always has more to purge. */
    private Engine purgingWithoutEnd(AtomicInteger purges, Runnable first) {
        return new EngineInFront(engine) {
            @Override
            @SuppressWarnings("unchecked") // it answers a number
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                if (arguments instanceof TrimRetention trim) {
                    if (purges.getAndIncrement() == 0) {
                        first.run();
                    }
                    return (R) Integer.valueOf(trim.batchSize());
                }
                return super.call(operation, arguments);
            }
        };
    }

    @Test
    public void itemThatFailedThreeTimesIsLeftAloneForTenPassesAndThenTriedAgain() {
        var cursed = new ExecutionRef(create(execution().delayUntil(START + 1)));
        advance(10);
        var tries = new AtomicInteger();
        var timers = timersFailingOn(cursed, tries::incrementAndGet);

        for (int round = 1; round <= 2; round++) {
            for (int pass = 0; pass < 3; pass++) {
                timers.pass();
            }
            assertThat(tries).as("tries by the end of round %d", round).hasValue(3 * round);
            var meanwhile = create(execution().delayUntil(START + 2));
            for (int pass = 0; pass < 10; pass++) {
                timers.pass();
            }
            assertThat(tries).as("tries while it is left alone").hasValue(3 * round);
            assertThat(describe(meanwhile).publicState()).isEqualTo(PublicState.WAITING);
        }
    }

    @Test
    public void partThatKeepsFailingDoesNotStarveTheOthers() {
        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no longer needed"));
        register(1000);
        advance(settings().retention().toMillis());

        assertRefused(
                ErrorCode.UNAVAILABLE,
                () -> timersFailingOn(NoArguments.NONE, () -> {}).pass());

        assertThat(exists(ended)).isFalse();
    }

    @Test
    public void partThatBreaksIsLeftAloneForAWhileAndTheOthersGoOn() {
        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no longer needed"));
        advance(settings().retention().toMillis());
        var sweeps = new AtomicInteger();
        var news = new Restarts();
        var timers = timers(breakingAt(sweeps, 1), means -> means.withWatch(news));

        timers.pass();
        timers.pass();

        assertThat(exists(ended)).isFalse();
        assertThat(sweeps).hasValue(1);
        assertThat(news.scanners).containsExactly("worker_registry_ttl_sweep");
    }

    @Test
    public void partThatBrokeBeginsAgainByItself() throws InterruptedException {
        register(1000);
        advance(1001);
        var sweeps = new AtomicInteger();
        var again = new CountDownLatch(1);
        var breaking = breakingAt(sweeps, 1);
        var watched = new EngineInFront(engine) {
            @Override
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                R answer = breaking.call(operation, arguments);
                again.countDown();
                return answer;
            }
        };
        try (var timers = timers(watched, means -> means.withRestAfterBreaking(Duration.ofMillis(1)))) {
            timers.start();

            assertThat(again.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(sweeps).hasValueGreaterThanOrEqualTo(2);
    }

    @Test
    public void watcherThatFailsCannotStopTheTimers() {
        var id = create(execution().delayUntil(START + 1));
        advance(1);

        timers(
                        engine,
                        means -> means.withWatch((scanner, elapsed) -> {
                            throw new IllegalStateException("full");
                        }))
                .pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING);
    }

    @Test
    public void expiredWorkerIsSwept() {
        register(1000);
        advance(1000);
        pass();
        assertThat(events()).hasSize(1);
        advance(1);

        pass();

        assertThat(events())
                .last()
                .satisfies(event -> assertThat(((WorkerEvent) event).kind()).isEqualTo(WorkerEventKind.TTL_SWEPT));
    }

    @Test
    public void endedExecutionIsForgottenAfterTheRetentionOfTheSettings() {
        var id = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        advance(settings().retention().toMillis() - 1);
        pass();
        assertThat(exists(id)).isTrue();
        advance(1);

        pass();

        assertThat(exists(id)).isFalse();
    }

    @Test
    public void storeTellsWhatIsDueNext() {
        assertThat(next()).isEqualTo(new DueReads.Next(OptionalLong.empty(), OptionalLong.empty(), false));

        register(1000);
        assertThat(next().dueTime()).hasValue(START + 1001);
        create(execution().delayUntil(START + 500));
        assertThat(next().dueTime()).hasValue(START + 500);
        assertThat(next().retention()).hasValue(START + RetentionRules.outlivedAfter(RETENTION_MS));

        var brief = create(execution().policyJson("{\"stream_policy\":{\"retention_ttl_ms\":5}}"));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(brief, "no longer needed"));
        assertThat(next().retention()).hasValue(START + 5);

        assertThat(next().unrouted()).isFalse();
        engine.call(
                Catalogue.BLOCK_ROUTE,
                new BlockRoute(create(), Optional.empty(), "waiting_for_capable_worker", "no worker is there"));
        assertThat(next().unrouted()).isTrue();
    }

    @Test
    public void storeTellsAllThatLiesAheadAtOnce() {
        create(execution().delayUntil(START + 500));
        var queueLook = OptionalLong.of(START + QueueRules.LOOK_MS);
        assertThat(ahead(Optional.empty()))
                .isEqualTo(new DueReads.Ahead(
                        next(), OptionalLong.empty(), OptionalLong.empty(), queueLook, OptionalLong.empty(), START));

        var first = create();
        var second = create();
        claim("w1", 2);
        advance(TTL_MS);
        mark(first);
        advance(1);
        mark(second);
        var reclaimableLeases = read(tx -> tx.due().reclaimable(Optional.empty(), Long.MAX_VALUE, 2));
        assertThat(reclaimableLeases).hasSize(2);
        for (int seen = 0; seen <= reclaimableLeases.size(); seen++) {
            var after = seen == 0 ? Optional.<ReclaimableLease>empty() : Optional.of(reclaimableLeases.get(seen - 1));
            var reclaimable = seen == reclaimableLeases.size()
                    ? OptionalLong.empty()
                    : OptionalLong.of(reclaimableLeases.get(seen).at());
            assertThat(ahead(after))
                    .isEqualTo(new DueReads.Ahead(
                            next(),
                            reclaimable,
                            OptionalLong.empty(),
                            queueLook,
                            OptionalLong.empty(),
                            START + TTL_MS + 1));
        }
    }

    private DueReads.Ahead ahead(Optional<ReclaimableLease> after) {
        return read(tx -> tx.due().ahead(RETENTION_MS, after, Long.MIN_VALUE, Set.of()));
    }

    private DueReads.Next next() {
        return read(tx -> tx.due().next(RETENTION_MS));
    }

    private void register(long livenessTtlMs) {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId("pool"),
                        new WorkerInstanceId("w-1"),
                        SHOP,
                        List.of(LANE),
                        CapabilitySet.EMPTY,
                        livenessTtlMs));
    }

    private void pass() {
        engine.runTimers();
    }

    /** Timers for which the calls with these arguments fail, each of which is told. */
    private Timers timersFailingOn(Object cursed, Runnable onFailure) {
        return timers(
                new EngineInFront(engine) {
                    @Override
                    public <A, R> R call(Operation<A, R> operation, A arguments) {
                        if (arguments.equals(cursed)) {
                            onFailure.run();
                            throw new UnavailableException(operation.name(), "It always fails.");
                        }
                        return super.call(operation, arguments);
                    }
                },
                UnaryOperator.identity());
    }

    private Timers timers(Engine acting, UnaryOperator<TimerConfig> means) {
        return new Timers(
                store,
                acting,
                new ReclaimSettings(Duration.ZERO, ids -> Set.of()),
                settings().retention(),
                means.apply(TimerConfig.of(store, acting)));
    }

    /** An engine with a bug in one of its sweeps. */
    private Engine breakingAt(AtomicInteger sweeps, int broken) {
        return new EngineInFront(engine) {
            @Override
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                if (operation.equals(Catalogue.SWEEP_WORKERS) && sweeps.incrementAndGet() == broken) {
                    throw new IllegalStateException("a bug");
                }
                return super.call(operation, arguments);
            }
        };
    }

    /** Remembers what had to begin again. */
    private static final class Restarts implements TimerWatch {
        private final List<String> scanners = new ArrayList<>();

        @Override
        public void passed(String scanner, Duration elapsed) {}

        @Override
        public void restarted(String scanner) {
            scanners.add(scanner);
        }
    }

    private static class EngineInFront implements Engine {
        private final Engine engine;

        EngineInFront(Engine engine) {
            this.engine = engine;
        }

        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            return engine.call(operation, arguments);
        }

        @Override
        public void close() {
            engine.close();
        }
    }
}
