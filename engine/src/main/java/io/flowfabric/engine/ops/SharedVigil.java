package io.flowfabric.engine.ops;

import io.flowfabric.engine.ops.Lookout.Sight;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for something that many look for: whoever is ready to wait goes by what the last one saw, and nobody looks for
 * nothing but because time has passed. A caller who does not wait always looks.
 */
final class SharedVigil<T> implements Vigil<T> {
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
        if (waits && (sight.isEmpty() || isOutdated(sight.get()))) {
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
        var mine = new Sight(position, Deadline.in(lookAgain));
        sight = Optional.of(mine);
        if (lookout.isAll(answer)) {
            lookout.keep(mine);
        }
        return lookout.isFound(answer) || closing || patience.hasPassed() ? Optional.of(answer) : Optional.empty();
    }

    private boolean isOutdated(Sight known) {
        return bell.position() > known.position();
    }

    private boolean isWorthALookAgain(Sight known) {
        if (!known.again().hasPassed()) {
            return false;
        }
        long position = bell.position();
        if (lookout.isWorthALook()) {
            return true;
        }
        var fresh = new Sight(position, Deadline.in(lookAgain));
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
