package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.engine.waiting.PollSource.EmptyPoll;
import io.flowfabric.engine.waiting.PollSource.Remainder;
import java.time.Duration;
import java.util.Optional;

/**
 * A long poll that shares empty polls with others of the same source: a call that may wait relies on the last empty
 * poll, and no call polls merely because time has passed. A call that does not wait always polls.
 *
 * <p>A poll that could not see everything is repeated after a pause that grows up to a quarter of a second: no wake-up
 * tells that another transaction has unlocked its rows. Waiting calls share these repetitions; a new call polls at
 * once.
 */
final class CoalescedLongPoll<T> implements LongPoll<T> {
    static final Duration FIRST_BACKOFF = Duration.ofMillis(5);
    static final Duration LONGEST_BACKOFF = Duration.ofMillis(250);

    private final PollSource<T> source;
    private final WakeUpSource wakeUps;
    private final FallbackPoll fallbackPoll;
    private final boolean waits;
    private final Deadline deadline;
    private Optional<EmptyPoll> emptyPoll = Optional.empty();

    CoalescedLongPoll(PollSource<T> source, WakeUpSource wakeUps, long maxWaitMs, FallbackPoll fallbackPoll) {
        this.source = source;
        this.wakeUps = wakeUps;
        this.fallbackPoll = fallbackPoll;
        this.waits = maxWaitMs > 0;
        this.deadline = Deadline.in(Duration.ofMillis(maxWaitMs));
    }

    @Override
    public WakeUpSource wakeUps() {
        return wakeUps;
    }

    @Override
    public Optional<T> step(boolean closing) {
        if (waits && emptyPoll.isEmpty()) {
            // The fallback poll does not cover a call that has not waited yet, so an old empty poll is not reused.
            emptyPoll = source.lastEmptyPoll()
                    .filter(last -> last.isWhole() && !last.again().hasPassed());
        } else if (waits && isOutdated(emptyPoll.get())) {
            // Of all calls that one ring wakes, only the first has to poll if it leaves nothing behind.
            emptyPoll = source.lastEmptyPoll().or(() -> emptyPoll);
        }
        if (closing && emptyPoll.isPresent()) {
            return Optional.of(nothing());
        }
        if (emptyPoll.isEmpty() || isOutdated(emptyPoll.get()) || isDueAgain(emptyPoll.get())) {
            return poll(closing);
        }
        return deadline.hasPassed() ? Optional.of(nothing()) : Optional.empty();
    }

    private Optional<T> poll(boolean closing) {
        var before = emptyPoll.filter(last -> !isOutdated(last));
        long position = wakeUps.position();
        T answer = source.poll();
        var rest = source.rest(answer);
        var mine = rest == Remainder.UNSEEN ? unseen(position, before) : whole(position);
        emptyPoll = Optional.of(mine);
        if (rest == Remainder.NOTHING || rest == Remainder.UNSEEN) {
            source.keep(mine);
        }
        return source.isFound(answer) || closing || deadline.hasPassed() ? Optional.of(answer) : Optional.empty();
    }

    /** @param before the poll before, unless a wake-up came since: something new is rarely locked for long */
    private EmptyPoll unseen(long position, Optional<EmptyPoll> before) {
        var backoff = before.filter(last -> !last.isWhole())
                .map(last -> LongPolls.shorter(grown(last.backoff()), LONGEST_BACKOFF))
                .orElse(FIRST_BACKOFF);
        return new EmptyPoll(position, Deadline.in(backoff).orEarlier(fallbackPoll.next()), backoff);
    }

    /**
     * A quarter longer: some eighteen polls in the first second. A row that one call after the other locks is free only
     * for moments; doubling would make eight polls, which may miss all of them.
     */
    private static Duration grown(Duration backoff) {
        return backoff.multipliedBy(5).dividedBy(4);
    }

    private EmptyPoll whole(long position) {
        return new EmptyPoll(position, fallbackPoll.next(), Duration.ZERO);
    }

    private boolean isOutdated(EmptyPoll known) {
        return wakeUps.hasRungSince(known.position());
    }

    private boolean isDueAgain(EmptyPoll known) {
        if (!known.again().hasPassed()) {
            return false;
        }
        var others = source.lastEmptyPoll()
                .filter(last -> !isOutdated(last) && !last.again().hasPassed());
        if (others.isPresent()) {
            emptyPoll = others;
            return false;
        }
        if (!known.isWhole()) {
            return true;
        }
        fallbackPoll.askIfDue();
        if (isOutdated(known)) {
            return true;
        }
        var fresh = whole(known.position());
        source.keep(fresh);
        emptyPoll = Optional.of(fresh);
        return false;
    }

    @Override
    public T nothing() {
        return source.nothing();
    }

    @Override
    public long seen() {
        return emptyPoll.map(EmptyPoll::position).orElse(0L);
    }

    @Override
    public Deadline next() {
        return emptyPoll.map(EmptyPoll::again).map(deadline::orEarlier).orElse(deadline);
    }
}
