package io.flowfabric.sdk.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaseKeeperTest {
    private static final Duration THIRD = Samples.TTL.dividedBy(3);
    private static final Duration A_MOMENT = Duration.ofNanos(1);
    private static final Duration A_WHILE = Duration.ofMillis(100);

    private final ManualTicker ticker = new ManualTicker();
    private final FakeEngine engine = new FakeEngine();
    private final List<HeldLease> revoked = new ArrayList<>();
    private final LeaseKeeper keeper = new LeaseKeeper(engine, Runnable::run, ticker, revoked::add);
    private final HeldLease lease = Samples.lease(ticker);

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    @Test
    void renewsAThirdOfTheLeaseAfterTheClaimAndNotBefore() {
        keeper.hold(lease);

        tickAfter(THIRD.minus(A_MOMENT));
        assertThat(engine.calls(Catalogue.RENEW)).isEmpty();
        tickAfter(A_MOMENT);
        assertThat(engine.calls(Catalogue.RENEW))
                .containsExactly(new RenewRequest(lease.claim().handle()));
    }

    @Test
    void renewedLeaseOutlivesItsFirstTerm() {
        keeper.hold(lease);
        for (int i = 0; i < 10; i++) {
            tickAfter(THIRD);
        }

        assertThat(engine.calls(Catalogue.RENEW)).hasSize(10);
        assertThat(lease.isOwned()).isTrue();
    }

    @Test
    void whatIsDueSoonIsRenewedInTheSameCall() {
        keeper.hold(lease);
        ticker.advance(THIRD.dividedBy(3));
        var soon = Samples.lease(ticker);
        keeper.hold(soon);
        ticker.advance(THIRD.dividedBy(3));
        var late = Samples.lease(ticker);
        keeper.hold(late);

        tickAfter(THIRD.minus(THIRD.dividedBy(3).multipliedBy(2)));
        assertThat(engine.calls(Catalogue.RENEW_BATCH))
                .singleElement()
                .satisfies(batch -> assertThat(batch.items())
                        .extracting(RenewRequest::handle)
                        .containsExactlyInAnyOrder(
                                lease.claim().handle(), soon.claim().handle()));
    }

    @Test
    void oneCallTakesAThousandLeases() {
        for (int i = 0; i < 1001; i++) {
            keeper.hold(Samples.lease(ticker));
        }

        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW_BATCH))
                .extracting(batch -> batch.items().size())
                .containsExactly(1000, 1);
    }

    @Test
    void refusalOfOneLeaseDoesNotConcernTheOthers() {
        var other = Samples.lease(ticker);
        keeper.hold(lease);
        keeper.hold(other);
        engine.answer(Catalogue.RENEW, args -> {
            if (args.handle().equals(lease.claim().handle())) {
                throw Samples.error(ErrorCode.LEASE_REVOKED);
            }
            return new RenewOutcome(0, 1);
        });

        tickAfter(THIRD);
        assertThat(lease.isOwned()).isFalse();
        ticker.advance(THIRD.multipliedBy(2));
        assertThat(other.isOwned()).isTrue();
    }

    @Test
    void callWithoutAnAnswerIsTriedAgainForAll() {
        var other = Samples.lease(ticker);
        keeper.hold(lease);
        keeper.hold(other);
        engine.answer(Catalogue.RENEW_BATCH, args -> {
            throw Samples.error(ErrorCode.TRANSPORT);
        });

        tickAfter(THIRD);
        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW_BATCH)).hasSize(2);
        assertThat(List.of(lease, other)).allSatisfy(held -> {
            assertThat(held.isOwned()).isTrue();
            assertThat(held.failedRenewals()).isEqualTo(2);
        });
    }

    @Test
    void releasedLeaseIsNotRenewed() {
        keeper.hold(lease);
        keeper.release(lease);

        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"STALE_LEASE", "LEASE_EXPIRED", "LEASE_REVOKED", "EXECUTION_NOT_ACTIVE", "EXECUTION_NOT_FOUND"})
    void refusalForGoodEndsTheOwnershipAndInterruptsTheHandler(ErrorCode code) {
        refuseRenewals(code);
        keeper.hold(lease);
        lease.enterHandler();

        tickAfter(THIRD);
        assertThat(lease.isOwned()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW)).as("renewals").hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"TRANSPORT", "TIMEOUT", "RESOURCE_EXHAUSTED", "UNAVAILABLE"})
    void passingErrorIsTriedAgainAThirdLater(ErrorCode code) {
        refuseRenewals(code);
        keeper.hold(lease);

        tickAfter(THIRD);
        assertThat(lease.isOwned()).isTrue();
        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW)).hasSize(2);
        assertThat(lease.isOwned()).isTrue();
    }

    @Test
    void leaseThatRanOutInterruptsTheHandler() {
        refuseRenewals(ErrorCode.TRANSPORT);
        keeper.hold(lease);
        lease.enterHandler();

        tickAfter(Samples.TTL);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(lease.isOwned()).isFalse();
    }

    @Test
    void attemptWhoseTimeIsOverInterruptsTheHandlerAlthoughItsLeaseIsRenewed() {
        var timed = Samples.lease(Samples.TTL, ticker);
        keeper.hold(timed);
        timed.enterHandler();

        tickAfter(THIRD);
        tickAfter(THIRD);
        assertThat(timed.isOwned()).isTrue();
        tickAfter(THIRD);
        assertThat(engine.calls(Catalogue.RENEW)).as("renewals").hasSize(2);
        assertThat(timed.isOwned()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void renewalWithoutAnswerDoesNotHideThatTheLeaseRanOut() {
        List<Runnable> stuck = new ArrayList<>();
        var slow = new LeaseKeeper(engine, stuck::add, ticker, revoked::add);
        slow.hold(lease);
        lease.enterHandler();

        ticker.advance(THIRD);
        slow.tick();
        assertThat(stuck).hasSize(1);
        ticker.advance(THIRD.multipliedBy(2));
        slow.tick();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void lateGrantDoesNotReviveALostLease() {
        List<Runnable> stuck = new ArrayList<>();
        var slow = new LeaseKeeper(engine, stuck::add, ticker, revoked::add);
        slow.hold(lease);
        ticker.advance(THIRD);
        slow.tick();
        ticker.advance(Samples.TTL);
        slow.tick();

        stuck.forEach(Runnable::run);
        assertThat(lease.isOwned()).isFalse();
    }

    @Test
    void wantOfAThreadIsAPassingError() {
        var starved = new LeaseKeeper(
                engine,
                task -> {
                    throw new OutOfMemoryError("no thread");
                },
                ticker,
                revoked::add);
        starved.hold(lease);

        ticker.advance(THIRD);
        starved.tick();
        assertThat(lease.isOwned()).isTrue();
        ticker.advance(THIRD);
        assertThat(lease.isDue()).as("is due again").isTrue();
    }

    @Test
    void keeperThreadTicksWhenARenewalIsDue() throws InterruptedException {
        var real = new LeaseKeeper(engine, Runnable::run, System::nanoTime, revoked::add);
        var ended = new CountDownLatch(1);
        var thread = new Thread(() -> {
            real.run();
            ended.countDown();
        });
        thread.start();
        real.hold(new HeldLease(
                Samples.claim("kind"), false, Duration.ofMillis(30).toNanos(), System.nanoTime(), System::nanoTime));

        engine.awaitCall(Catalogue.RENEW);
        real.close();
        ended.await();
    }

    @Test
    void workClaimedAheadIsToldOfAWhileAfterItBegan() {
        var ahead = ahead(HandleKind.FRESH);
        keeper.hold(ahead);
        tickAfter(A_WHILE);
        assertThat(engine.calls(Catalogue.RENEW)).as("before it began").isEmpty();

        keeper.begin(ahead);
        tickAfter(A_WHILE.minus(A_MOMENT));
        assertThat(engine.calls(Catalogue.RENEW)).as("too soon").isEmpty();
        tickAfter(A_MOMENT);
        tickAfter(A_WHILE);

        assertThat(engine.calls(Catalogue.RENEW))
                .containsExactly(new RenewRequest(ahead.claim().handle(), true));
    }

    @Test
    void shortWorkClaimedAheadCostsNoCall() {
        var ahead = ahead(HandleKind.FRESH);
        keeper.hold(ahead);
        keeper.begin(ahead);
        ahead.enterHandler();
        ahead.leaveHandler();

        tickAfter(A_WHILE);
        assertThat(engine.calls(Catalogue.RENEW))
                .as("while its outcome is being stored")
                .isEmpty();
    }

    @Test
    void workThatIsNotClaimedAheadIsNotToldOf() {
        keeper.hold(lease);
        keeper.begin(lease);

        tickAfter(A_WHILE);
        assertThat(engine.calls(Catalogue.RENEW)).isEmpty();
    }

    @Test
    void reclaimedExecutionClaimedAheadIsToldOfBeforeItBegins() {
        var ahead = ahead(HandleKind.RECLAIMED);
        keeper.hold(ahead);

        keeper.begin(ahead);

        assertThat(engine.calls(Catalogue.RENEW))
                .containsExactly(new RenewRequest(ahead.claim().handle(), true));
    }

    @Test
    void startThatWasNotHeardIsToldAgain() {
        refuseRenewals(ErrorCode.TRANSPORT);
        var ahead = ahead(HandleKind.FRESH);
        keeper.hold(ahead);
        keeper.begin(ahead);
        tickAfter(A_WHILE);

        tickAfter(THIRD);

        assertThat(engine.calls(Catalogue.RENEW)).hasSize(2).allMatch(RenewRequest::started);
        assertThat(ahead.isOwned()).isTrue();
    }

    @Test
    void revokeIsAcknowledgedAfterItsTaskHasLearntOfIt() {
        var learnt = new ArrayList<Boolean>();
        var telling = new LeaseKeeper(engine, Runnable::run, ticker, lost -> learnt.add(lost.isOwned()));
        var renewed = Samples.lease(ticker);
        telling.hold(renewed);
        refuseRenewals(ErrorCode.LEASE_REVOKED);
        ticker.advance(THIRD);
        telling.tick();
        telling.hold(lease);
        telling.giveUp(Map.of(lease.claim().leaseId(), "maintenance"));

        assertThat(learnt).containsExactly(false, false);
    }

    @Test
    void onlyARevokeIsAcknowledged() {
        refuseRenewals(ErrorCode.STALE_LEASE);
        keeper.hold(lease);

        tickAfter(THIRD);
        assertThat(revoked).isEmpty();
    }

    private HeldLease ahead(HandleKind kind) {
        var claim = Samples.claim("kind", kind, "{}");
        return new HeldLease(claim, true, Samples.TTL.toNanos(), ticker.getAsLong(), ticker);
    }

    private void refuseRenewals(ErrorCode code) {
        engine.answer(Catalogue.RENEW, args -> {
            throw Samples.error(code);
        });
    }

    private void tickAfter(Duration time) {
        ticker.advance(time);
        keeper.tick();
    }
}
