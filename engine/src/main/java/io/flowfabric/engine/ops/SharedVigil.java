package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Lookout.Rest;
import io.flowfabric.engine.ops.Lookout.Sight;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for something that many look for: whoever is ready to wait goes by what the last one saw, and nobody looks for
 * nothing but because time has passed. A caller who does not wait always looks.
 *
 * <p>A look that could not see everything is repeated after a pause that grows up to a quarter of a second: no ring tells
 * that another transaction has given back what it held. Those who wait share these repetitions; a new call looks at once.
 */
final class SharedVigil<T> implements Vigil<T> {
    static final Duration FIRST_BACKOFF = Duration.ofMillis(5);
    static final Duration LONGEST_BACKOFF = Duration.ofMillis(250);

    private final Lookout<T> lookout;
    private final Doorbell bell;
    private final Duration lookAgain;
    private final boolean waits;
    private final Deadline patience;
    private Optional<Sight> sight = Optional.empty();

    SharedVigil(Lookout<T> lookout, Doorbell bell, long maxWaitMs, Duration lookAgain) {
        this.lookout = lookout;
        this.bell = bell;
        this.lookAgain = lookAgain;
        this.waits = maxWaitMs > 0;
        this.patience = Deadline.in(Duration.ofMillis(maxWaitMs));
    }

    @Override
    public Doorbell bell() {
        return bell;
    }

    @Override
    public Optional<T> step(boolean closing) {
        if (waits && sight.isEmpty()) {
            sight = lookout.lastSight().filter(Sight::isWhole);
        } else if (waits && isOutdated(sight.get())) {
            // Of all that one ring wakes, only the first has to look when it leaves nothing behind.
            sight = lookout.lastSight().or(() -> sight);
        }
        if (closing && sight.isPresent()) {
            return Optional.of(nothing());
        }
        if (sight.isEmpty() || isOutdated(sight.get()) || isWorthALookAgain(sight.get())) {
            return look(closing);
        }
        return patience.hasPassed() ? Optional.of(nothing()) : Optional.empty();
    }

    private Optional<T> look(boolean closing) {
        long position = bell.position();
        T answer = lookout.look();
        var rest = lookout.rest(answer);
        var mine = sight(position, rest);
        sight = Optional.of(mine);
        if (rest == Rest.NOTHING || rest == Rest.UNSEEN) {
            lookout.keep(mine);
        }
        return lookout.isFound(answer) || closing || patience.hasPassed() ? Optional.of(answer) : Optional.empty();
    }

    private Sight sight(long position, Rest rest) {
        if (rest != Rest.UNSEEN) {
            return whole(position);
        }
        // A ring tells of something new, which is rarely held for long.
        var backoff = sight.filter(before -> !before.isWhole() && before.position() == position)
                .map(before -> Patience.shorter(grown(before.backoff()), LONGEST_BACKOFF))
                .orElse(FIRST_BACKOFF);
        return new Sight(position, Deadline.in(Patience.shorter(backoff, lookAgain)), backoff);
    }

    /**
     * A quarter longer: some eighteen looks in the first second. A row that one call after the other locks is free only for
     * moments, and twice as long each time is eight looks, which may miss all of them.
     */
    private static Duration grown(Duration backoff) {
        return backoff.multipliedBy(5).dividedBy(4);
    }

    private Sight whole(long position) {
        return new Sight(position, Deadline.in(lookAgain), Duration.ZERO);
    }

    private boolean isOutdated(Sight known) {
        return bell.position() > known.position();
    }

    private boolean isWorthALookAgain(Sight known) {
        if (!known.again().hasPassed()) {
            return false;
        }
        var others = lookout.lastSight()
                .filter(last -> !isOutdated(last) && !last.again().hasPassed());
        if (others.isPresent()) {
            sight = others;
            return false;
        }
        if (!known.isWhole()) {
            return true;
        }
        long position = bell.position();
        if (lookout.isWorthALook()) {
            return true;
        }
        var fresh = whole(position);
        lookout.keep(fresh);
        sight = Optional.of(fresh);
        return false;
    }

    @Override
    public T nothing() {
        return lookout.nothing();
    }

    @Override
    public long seen() {
        return sight.map(Sight::position).orElse(0L);
    }

    @Override
    public Deadline next() {
        return sight.map(Sight::again).map(patience::orEarlier).orElse(patience);
    }
}
