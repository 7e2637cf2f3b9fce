package io.flowfabric.junit;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Moves the clock of a store from one due time to the next. */
final class TimeTravel {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final Store store;
    private final LocalEngine engine;
    private final ManualTime time;
    private final IdleWait idleWait;

    TimeTravel(Store store, LocalEngine engine, ManualTime time, IdleWait idleWait) {
        this.store = store;
        this.engine = engine;
        this.time = time;
        this.idleWait = idleWait;
    }

    synchronized void advance(long millis) {
        long target = time.millis() + millis;
        doWhatIsDue();
        for (var next = nextDue(); next.isPresent() && next.getAsLong() <= target; next = nextDue()) {
            long moment = Math.max(next.getAsLong(), time.millis());
            time.set(moment);
            doWhatIsDue();
            requireProgress(next.getAsLong());
        }
        time.set(target);
        doWhatIsDue();
    }

    synchronized void jump(long millis) {
        time.set(time.millis() + millis);
        engine.runTimers();
    }

    private void doWhatIsDue() {
        engine.runTimers();
        idleWait.await();
    }

    private OptionalLong nextDue() {
        return store.read(Deadline.in(READ_TIMEOUT), tx -> tx.due().next(Long.MAX_VALUE / 2))
                .dueTime();
    }

    /** Fails if a timer makes no progress, since its work would be due for ever. */
    private void requireProgress(long done) {
        for (int pass = 0; pass < 3 && stillDue(done); pass++) {
            doWhatIsDue();
        }
        if (stillDue(done)) {
            throw new IllegalStateException(
                    "Work due at %s is still due after several runs of the timers; see the log for the reason."
                            .formatted(Instant.ofEpochMilli(done)));
        }
    }

    private boolean stillDue(long moment) {
        var next = nextDue();
        return next.isPresent() && next.getAsLong() <= moment;
    }
}
