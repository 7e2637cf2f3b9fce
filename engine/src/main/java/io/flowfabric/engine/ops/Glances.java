package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks at every step, until what it sees will do or its time is over; the last look is the answer. */
final class Glances<T> extends TimedVigil<T> {
    private final Look<T> look;
    private final Doorbell bell;
    private Optional<T> last = Optional.empty();

    /**
     * How to look.
     *
     * @param satisfied whether what was seen will do
     * @param pause how long after a look the next one is due, should the bell not ring
     */
    record Look<T>(Supplier<T> look, Predicate<T> satisfied, Function<T, Duration> pause) {}

    Glances(Look<T> look, Doorbell bell, long maxWaitMs) {
        super(maxWaitMs);
        this.look = look;
        this.bell = bell;
    }

    @Override
    public Doorbell bell() {
        return bell;
    }

    @Override
    public Optional<T> step(boolean closing) {
        if (closing && last.isPresent()) {
            return last;
        }
        long position = bell.position();
        T answer = look.look().get();
        last = Optional.of(answer);
        if (look.satisfied().test(answer) || closing || patience().hasPassed()) {
            return last;
        }
        looked(position, Deadline.in(look.pause().apply(answer)));
        return Optional.empty();
    }

    @Override
    public T nothing() {
        return last.orElseGet(look.look());
    }
}
