package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PrefetchTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Test
    void nothingIsClaimedAheadBeforeTheFirstHandlerEnded() {
        assertThat(new Prefetch(16, LEASE.toNanos()).ahead()).isZero();
    }

    @Test
    void slowHandlersGetNothingAhead() {
        assertThat(after(Duration.ofSeconds(3)).ahead()).isZero();
    }

    @Test
    void asMuchAsHandlersBeginWithinATenthOfASecond() {
        assertThat(after(Duration.ofMillis(10)).ahead()).isEqualTo(160);
    }

    @Test
    void handlersThatTakeNoTimeDoNotHoardTheLane() {
        assertThat(after(Duration.ZERO).ahead()).isEqualTo(512);
    }

    @Test
    void waitingAheadUsesUpNoMoreThanATenthOfTheLease() {
        var prefetch = new Prefetch(16, Duration.ofMillis(100).toNanos());
        prefetch.took(Duration.ofMillis(10).toNanos());
        assertThat(prefetch.ahead()).isEqualTo(16);
    }

    @Test
    void handlersThatSlowDownAreNoticed() {
        var prefetch = after(Duration.ZERO);
        for (int i = 0; i < 16; i++) {
            prefetch.took(Duration.ofSeconds(3).toNanos());
        }
        assertThat(prefetch.ahead()).isZero();
    }

    private static Prefetch after(Duration handler) {
        var prefetch = new Prefetch(16, LEASE.toNanos());
        prefetch.took(handler.toNanos());
        return prefetch;
    }
}
