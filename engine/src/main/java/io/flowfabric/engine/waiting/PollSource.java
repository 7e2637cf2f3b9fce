package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import java.time.Duration;
import java.util.Optional;

/** What a coalesced long poll queries, and the last empty poll of others with the same filter. */
public interface PollSource<T> {
    /** What a poll has left behind, ordered by how much has to follow. */
    enum Remainder {
        /** Nothing: the next poll of any claimer would find nothing. */
        NOTHING,
        /** Something for others, which must poll for themselves. */
        FOR_OTHERS,
        /** It reached its limit; there may be more. */
        MAYBE_MORE,
        /** It could not see everything, and what it did not see may become available without a wake-up. */
        UNSEEN;

        /** What several polls have left behind together. */
        public static Remainder worseOf(Remainder one, Remainder other) {
            return one.compareTo(other) >= 0 ? one : other;
        }
    }

    /**
     * A poll after which its caller waits.
     *
     * @param position the position of the doorbell before it
     * @param again when to poll again if no wake-up comes: one may be lost
     * @param backoff the pause before it is repeated because it could not see everything; zero when it could
     */
    record EmptyPoll(long position, Deadline again, Duration backoff) {
        boolean isWhole() {
            return backoff.isZero();
        }
    }

    T poll();

    boolean isFound(T seen);

    Remainder rest(T seen);

    /** The result of a poll that finds nothing. */
    T nothing();

    /** The last empty poll that was kept for the same filter; empty when there is none. */
    Optional<EmptyPoll> lastEmptyPoll();

    void keep(EmptyPoll emptyPoll);
}
