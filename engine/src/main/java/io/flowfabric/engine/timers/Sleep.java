package io.flowfabric.engine.timers;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.TimerWakeUp;
import java.time.Duration;

/** How the timers wait for the next due time. Tests move their clock instead. */
@FunctionalInterface
public interface Sleep {
    /** Waits in real time. */
    Sleep REAL = (wakeUp, next, wait) -> wakeUp.awaitEarlierThan(next, Deadline.in(wait));

    /** Returns after {@code wait}, or when a due time earlier than {@code next} has been announced. */
    void until(TimerWakeUp wakeUp, long next, Duration wait) throws InterruptedException;

    /** The longest wait, however far off the next due time is: a wake-up may be lost. */
    default Duration longest() {
        return Duration.ofSeconds(30);
    }

    /** Waits in real time, at most for a duration. */
    static Sleep atMost(Duration longest) {
        return new Sleep() {
            @Override
            public void until(TimerWakeUp wakeUp, long next, Duration wait) throws InterruptedException {
                REAL.until(wakeUp, next, wait);
            }

            @Override
            public Duration longest() {
                return longest;
            }
        };
    }
}
