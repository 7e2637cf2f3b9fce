package io.flowfabric.engine.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockedRoutesTest {
    private static final long NOW = 1_800_000_000_000L;

    private final AtomicInteger looks = new AtomicInteger();
    private final BlockedRoutes routes = new BlockedRoutes(looks::incrementAndGet);

    @Test
    void theFirstCheckIsDueAsSoonAsSomethingIsBlocked() {
        assertThat(routes.nextAt(false, NOW)).isEqualTo(Long.MAX_VALUE);
        assertThat(routes.nextAt(true, NOW)).isEqualTo(NOW);
    }

    @Test
    void theNextCheckIsDueFiveSecondsAfterTheLast() {
        routes.check(NOW);

        assertThat(looks).hasValue(1);
        assertThat(routes.nextAt(true, NOW + 1)).isEqualTo(NOW + 5000);
        assertThat(routes.nextAt(true, NOW + 7000)).isEqualTo(NOW + 7000);
        assertThat(routes.nextAt(false, NOW + 7000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aClockThatWentBackDelaysNoCheck() {
        routes.check(NOW);

        assertThat(routes.nextAt(true, NOW - 3_600_000)).isEqualTo(NOW - 3_600_000);
    }

    @Test
    void aCheckThatFailsWaitsForItsNextTurn() {
        var failing = new BlockedRoutes(() -> {
            throw new IllegalStateException("unreachable");
        });

        assertThatIllegalStateException().isThrownBy(() -> failing.check(NOW));

        assertThat(failing.nextAt(true, NOW)).isEqualTo(NOW + 5000);
    }
}
