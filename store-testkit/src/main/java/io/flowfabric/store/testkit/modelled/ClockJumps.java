package io.flowfabric.store.testkit.modelled;

import io.flowfabric.store.testkit.ManualClock;
import java.time.Duration;

/** How the clock moves between steps, and back. */
final class ClockJumps {
    private static final int NEXT_MOMENTS = 3;

    private final SeededRandom random;
    private final ManualClock clock;
    private final Moments moments;

    ClockJumps(SeededRandom random, ManualClock clock, Moments moments) {
        this.random = random;
        this.clock = clock;
        this.moments = moments;
    }

    /** Mostly not at all, so that many things happen at once; often to where something is just, or just not, due. */
    void ahead() {
        int chance = random.below(1000);
        if (chance < 550) {
            return;
        }
        if (chance < 700) {
            move(random.between(1, 20));
        } else if (chance < 880) {
            move(toNextMoment());
        } else if (chance < 965) {
            move(random.between(50, 300));
        } else {
            move(chance < 993 ? random.between(500, 3_000) : random.between(5_000, 30_000));
        }
    }

    /** Does something while the clock shows an earlier time than before. */
    void back(Runnable step) {
        long millis = random.between(1, 3_000);
        move(-millis);
        step.run();
        move(millis);
    }

    private long toNextMoment() {
        var ahead = moments.ahead(NEXT_MOMENTS);
        return ahead.isEmpty() ? 0 : Math.max(random.pick(ahead) - clock.millis() + random.between(-1, 1), 0);
    }

    private void move(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }
}
