package io.flowfabric.sdk.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeldLeaseTest {
    private static final Duration A_MOMENT = Duration.ofNanos(1);

    /** The store's clock shows whole milliseconds. */
    private static final Duration ROUNDING = Duration.ofMillis(1);

    private final ManualTicker ticker = new ManualTicker();

    @Test
    void ownedUntilItsTimeCountedFromBeforeTheClaimIsOver() {
        long sentAt = ticker.getAsLong();
        ticker.advance(Duration.ofSeconds(4));
        var lease = new HeldLease(Samples.claim("kind"), false, Samples.TTL.toNanos(), sentAt, ticker);

        ticker.advance(Samples.TTL.minusSeconds(4).minus(ROUNDING).minus(A_MOMENT));
        assertThat(lease.isOwned()).isTrue();
        ticker.advance(A_MOMENT);
        assertThat(lease.isOwned()).isFalse();
    }

    @Test
    void renewalLastsFromTheMomentItWasSent() {
        var lease = Samples.lease(ticker);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(lease.beginRenewal()).isTrue();
        long sentAt = ticker.getAsLong();
        ticker.advance(Duration.ofSeconds(5));
        lease.renewed(sentAt);

        ticker.advance(Duration.ofSeconds(25).minus(ROUNDING).minus(A_MOMENT));
        assertThat(lease.isOwned()).isTrue();
        ticker.advance(A_MOMENT);
        assertThat(lease.isOwned()).isFalse();
    }

    @Test
    void noRenewalCarriesItBeyondTheTimeOfTheAttempt() {
        var lease = Samples.lease(Duration.ofSeconds(35), ticker);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(lease.beginRenewal()).isTrue();
        lease.renewed(ticker.getAsLong());

        assertThat(lease.isDue()).as("due at once").isFalse();
        ticker.advance(Duration.ofSeconds(25).minus(ROUNDING).minus(A_MOMENT));
        assertThat(lease.isOwned()).isTrue();
        ticker.advance(A_MOMENT);
        assertThat(lease.isOwned()).isFalse();
        assertThat(lease.endsByTimer()).isTrue();
    }

    @Test
    void attemptThatMayTakeLongerThanTheLeaseEndsWithTheLease() {
        var lease = Samples.lease(Duration.ofDays(100_000), ticker);

        assertThat(lease.remainingNanos()).isEqualTo(Samples.TTL.minus(ROUNDING).toNanos());
        assertThat(lease.endsByTimer()).isFalse();
    }

    @Test
    void keeperLooksWhenTheTimeOfTheAttemptIsOverEvenIfNoRenewalIsDueBefore() {
        var lease = Samples.lease(Duration.ofSeconds(5), ticker);

        assertThat(lease.nextMoment())
                .contains(ticker.getAsLong()
                        + Duration.ofSeconds(5).minus(ROUNDING).toNanos());
    }

    @Test
    void onlyOneRenewalIsUnderWay() {
        var lease = Samples.lease(ticker);
        ticker.advance(Duration.ofSeconds(10));

        assertThat(lease.beginRenewal()).isTrue();
        assertThat(lease.beginRenewal()).isFalse();
    }

    @Test
    void grantThatComesAfterTheEndDoesNotReviveIt() {
        var lease = Samples.lease(ticker);
        long sentAt = ticker.getAsLong();
        ticker.advance(Samples.TTL);
        lease.renewed(sentAt + 1);

        assertThat(lease.isOwned()).isFalse();
    }

    @Test
    void lossReachesAHandlerThatHasNotBegun() {
        var lease = Samples.lease(ticker);
        lease.lose();

        lease.enterHandler();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        lease.leaveHandler();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void lossDoesNotReachAThreadWhoseHandlerIsOver() {
        var lease = Samples.lease(ticker);
        lease.enterHandler();
        lease.leaveHandler();

        assertThat(lease.lose()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(lease.isOwned()).isFalse();
    }
}
