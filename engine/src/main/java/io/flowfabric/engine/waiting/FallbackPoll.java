package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes up for wake-ups that were lost between processes: when an interval has passed, the first waiting call that
 * notices queries the store once for all waiting calls and rings the doorbells for what it finds. The others go on
 * waiting. Safe for use by any thread.
 */
public final class FallbackPoll {
    private final Duration interval;
    private final Runnable question;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Deadline due = Deadline.in(Duration.ZERO);

    /** @param question rings the doorbells for what waiting calls have missed */
    public FallbackPoll(Duration interval, Runnable question) {
        this.interval = interval;
        this.question = question;
    }

    /** When a call that has just polled, or has just relied on this poll, has to come back if no wake-up comes. */
    Deadline next() {
        var next = due;
        return next.hasPassed() ? Deadline.in(interval) : next;
    }

    /**
     * Asks, unless the store was asked within the interval or is being asked; the wake-ups come before this returns, or
     * soon.
     */
    void askIfDue() {
        if (!due.hasPassed() || !asking.tryLock()) {
            return;
        }
        try {
            if (due.hasPassed()) {
                question.run();
                due = Deadline.in(interval);
            }
        } finally {
            asking.unlock();
        }
    }
}
