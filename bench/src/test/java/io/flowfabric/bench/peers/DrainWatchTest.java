package io.flowfabric.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.bench.system.RunRate;
import io.flowfabric.bench.system.RunRate.Extent;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class DrainWatchTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BEGIN = 77 * SECOND;
    private static final long SUBMITTED = 100_000;
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private long now = BEGIN;

    @Test
    void allThatEndsBeforeTheWindowIsMeasuredFromTheStart() {
        var pace = watch(WINDOW, nanos -> nanos < 3 * SECOND ? 0 : SUBMITTED);

        assertThat(pace.extent()).isEqualTo(Extent.ALL);
        assertThat(pace.executions()).isEqualTo(SUBMITTED);
        assertThat(pace.time()).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void theEndIsSeenSoonAfterItCame() {
        var pace = watch(WINDOW, at(20_000));

        assertThat(pace.extent()).isEqualTo(Extent.ALL);
        assertThat(pace.time()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_010));
    }

    @Test
    void steadyRateIsMeasuredWithoutTheStartOfTheWorkers() {
        long startUp = 4 * SECOND;
        var pace = watch(WINDOW, nanos -> at(1_000).applyAsLong(Math.max(0, nanos - startUp)));

        assertThat(pace.extent()).isEqualTo(Extent.STEADY);
        assertThat(pace.perSecond()).isBetween(999.0, 1001.0);
        assertThat(pace.time()).isBetween(WINDOW, WINDOW.plusSeconds(1));
        assertThat(now - BEGIN).isLessThan(startUp + 2 * WINDOW.toNanos());
    }

    @Test
    void windowMovesOnUntilTheRateIsSteady() {
        long slow = 8 * SECOND;
        var pace = watch(
                WINDOW,
                nanos -> at(100).applyAsLong(Math.min(nanos, slow)) + at(1_000).applyAsLong(Math.max(0, nanos - slow)));

        assertThat(pace.extent()).isEqualTo(Extent.STEADY);
        assertThat(pace.perSecond()).isBetween(900.0, 1001.0);
    }

    @Test
    void rateThatNeverGetsSteadyIsTakenAfterThreeWindows() {
        var pace = watch(WINDOW, nanos -> nanos / SECOND * nanos / SECOND * 30);

        assertThat(pace.extent()).isEqualTo(Extent.UNSTEADY);
        assertThat(now - BEGIN).isBetween(3 * WINDOW.toNanos(), 4 * WINDOW.toNanos());
    }

    @Test
    void withoutAWindowOnlyTheEndCounts() {
        var pace = watch(Duration.ofDays(365), at(100));

        assertThat(pace.extent()).isEqualTo(Extent.ALL);
        assertThat(pace.time()).isGreaterThanOrEqualTo(Duration.ofSeconds(1_000));
    }

    @Test
    void standstillIsNotWaitedForForEver() {
        assertThatThrownBy(() -> watch(WINDOW, nanos -> Math.min(nanos / SECOND, 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("99998 of 100000 are left");
    }

    private static LongUnaryOperator at(long perSecond) {
        return nanos -> nanos * perSecond / SECOND;
    }

    /** Watches a peer that has done that much by the given time after the start. */
    private RunRate watch(Duration window, LongUnaryOperator done) {
        var watch = new DrainWatch(BEGIN, SUBMITTED, window);
        Optional<RunRate> pace = Optional.empty();
        while (pace.isEmpty()) {
            now += watch.pause().toNanos();
            pace = watch.see(now, Math.max(0, SUBMITTED - done.applyAsLong(now - BEGIN)));
        }
        return pace.get();
    }
}
