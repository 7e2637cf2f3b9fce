package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Queries after every wake-up, after the pause that the last result asked for, and at the deadline, until a result
 * satisfies; the last one is the answer. The fallback poll makes up for lost wake-ups.
 */
final class RepeatingLongPoll<T> extends DeadlineLongPoll<T> {
    private final RepeatedQuery<T> query;
    private final WakeUpSource wakeUps;
    private final FallbackPoll fallbackPoll;
    private Optional<T> last = Optional.empty();
    private Deadline pauseEnd = deadline();

    /**
     * How to query.
     *
     * @param satisfied whether a result ends the wait
     * @param pause how long after a query the next one is due if no wake-up comes
     */
    record RepeatedQuery<T>(Supplier<T> look, Predicate<T> satisfied, Function<T, Duration> pause) {}

    RepeatingLongPoll(RepeatedQuery<T> query, WakeUpSource wakeUps, FallbackPoll fallbackPoll, long maxWaitMs) {
        super(maxWaitMs);
        this.query = query;
        this.wakeUps = wakeUps;
        this.fallbackPoll = fallbackPoll;
    }

    @Override
    public WakeUpSource wakeUps() {
        return wakeUps;
    }

    @Override
    public Optional<T> step(boolean closing) {
        if (closing && last.isPresent()) {
            return last;
        }
        if (!closing && hasPolled() && !isDue()) {
            fallbackPoll.askIfDue();
            if (!wakeUps.hasRungSince(seen())) {
                polled(seen(), pauseEnd.orEarlier(fallbackPoll.next()));
                return Optional.empty();
            }
        }
        return poll(closing);
    }

    private boolean isDue() {
        return wakeUps.hasRungSince(seen())
                || pauseEnd.hasPassed()
                || deadline().hasPassed();
    }

    private Optional<T> poll(boolean closing) {
        long position = wakeUps.position();
        T answer = query.look().get();
        last = Optional.of(answer);
        if (query.satisfied().test(answer) || closing || deadline().hasPassed()) {
            return last;
        }
        pauseEnd = Deadline.in(query.pause().apply(answer));
        polled(position, pauseEnd.orEarlier(fallbackPoll.next()));
        return Optional.empty();
    }

    @Override
    public T nothing() {
        return last.orElseGet(query.look());
    }
}
