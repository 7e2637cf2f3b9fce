package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import java.time.Duration;
import java.util.Optional;

/** Somebody who looks for something, and what is known without looking. */
interface Lookout<T> {
    /** What a look has left behind, from the least to the most that has to be done about it. */
    enum Rest {
        /** Nothing: the next look of any claimer would find nothing. */
        NOTHING,
        /** Something for others, who must look for themselves. */
        FOR_OTHERS,
        /** It took as much as it wanted; there may be more. */
        MAYBE_MORE,
        /** It could not see everything, and what it did not see may be there without a ring. */
        UNSEEN;

        /** What several looks have left behind together. */
        static Rest worseOf(Rest one, Rest other) {
            return one.compareTo(other) >= 0 ? one : other;
        }
    }

    /**
     * A look, after which its caller waits.
     *
     * @param position how often the bell had rung before it
     * @param again when to look again, should it not ring: a ring may be lost
     * @param backoff after how long it is repeated because it could not see everything; zero when it could
     */
    record Sight(long position, Deadline again, Duration backoff) {
        boolean isWhole() {
            return backoff.isZero();
        }
    }

    T look();

    boolean isFound(T seen);

    Rest rest(T seen);

    /** What a look sees that finds nothing. */
    T nothing();

    /** The last sight that was kept by those who look for the same; empty when there was none lately. */
    Optional<Sight> lastSight();

    void keep(Sight sight);

    /** A cheaper question than a look, asked when it did not ring: might there be something all the same? */
    boolean isWorthALook();
}
