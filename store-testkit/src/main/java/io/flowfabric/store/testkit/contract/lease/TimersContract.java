package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.TimerAction;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** 02 §11 and §14 on a store: what falls due is done. */
@Covers({"mark_lease_expired_if_due", "promote_delayed", "expire_execution"})
public abstract class TimersContract extends TimersSuite {
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
}
