package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Test
    void nothingIsClaimedAheadBeforeTheFirstHandlerEnded() {
        assertThat(new Pace(16, LEASE.toNanos()).ahead()).isZero();
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
        var pace = new Pace(16, Duration.ofMillis(100).toNanos());
        pace.took(Duration.ofMillis(10).toNanos());
        assertThat(pace.ahead()).isEqualTo(16);
    }

    @Test
    void handlersThatSlowDownAreNoticed() {
        var pace = after(Duration.ZERO);
        for (int i = 0; i < 16; i++) {
            pace.took(Duration.ofSeconds(3).toNanos());
        }
        assertThat(pace.ahead()).isZero();
    }

    private static Pace after(Duration handler) {
        var pace = new Pace(16, LEASE.toNanos());
        pace.took(handler.toNanos());
        return pace;
    }
}
