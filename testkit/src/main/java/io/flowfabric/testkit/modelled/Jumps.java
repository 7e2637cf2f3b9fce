package io.flowfabric.testkit.modelled;

import io.flowfabric.testkit.ManualClock;
import java.time.Duration;

/** How the clock moves between steps, and back. */
final class Jumps {
    private static final int NEXT_MOMENTS = 3;

    private final Dice dice;
    private final ManualClock clock;
    private final Moments moments;

    Jumps(Dice dice, ManualClock clock, Moments moments) {
        this.dice = dice;
        this.clock = clock;
        this.moments = moments;
    }

    /** Mostly not at all, so that many things happen at once; often to where something is just, or just not, due. */
    void ahead() {
        int chance = dice.below(1000);
        if (chance < 550) {
            return;
        }
        if (chance < 700) {
            move(dice.between(1, 20));
        } else if (chance < 880) {
            move(toNextMoment());
        } else if (chance < 965) {
            move(dice.between(50, 300));
        } else {
            move(chance < 993 ? dice.between(500, 3_000) : dice.between(5_000, 30_000));
        }
    }

    /** Does something while the clock shows an earlier time than before. */
    void back(Runnable step) {
        long millis = dice.between(1, 3_000);
        move(-millis);
        step.run();
        move(millis);
    }

    private long toNextMoment() {
        var ahead = moments.ahead(NEXT_MOMENTS);
        return ahead.isEmpty() ? 0 : Math.max(dice.pick(ahead) - clock.millis() + dice.between(-1, 1), 0);
    }

    private void move(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }
}
