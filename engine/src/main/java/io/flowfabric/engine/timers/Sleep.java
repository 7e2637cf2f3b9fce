package io.flowfabric.engine.timers;

import io.flowfabric.engine.store.AlarmBell;
import io.flowfabric.engine.store.Deadline;
import java.time.Duration;

/** How the timers let time pass until the next due moment. Tests move their clock by it instead. */
@FunctionalInterface
public interface Sleep {
    /** Waits on the bell. */
    Sleep REAL = (bell, next, wait) -> bell.awaitEarlierThan(next, Deadline.in(wait));

    /** Returns after a while, or when an alarm earlier than {@code next} has been announced. */
    void until(AlarmBell bell, long next, Duration wait) throws InterruptedException;

    /** The longest wait that is asked for, however far off the next moment is: a ring may be lost. */
    default Duration longest() {
        return Duration.ofSeconds(30);
    }

    /** Waits on the bell, so long at most. */
    static Sleep atMost(Duration longest) {
        return new Sleep() {
            @Override
            public void until(AlarmBell bell, long next, Duration wait) throws InterruptedException {
                REAL.until(bell, next, wait);
            }

            @Override
            public Duration longest() {
                return longest;
            }
        };
    }
}
