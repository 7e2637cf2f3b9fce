package io.flowfabric.server.http.limit;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.server.http.Principal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the memory of answers in flight to clients. A call with a possibly large answer reserves memory for the
 * largest one before it is made, and gives back what the answer does not need; it waits a while for memory and is then
 * refused. A claim reserves nothing, because most are small and many wait: the engine asks here before it hands out
 * large payloads.
 *
 * <p>A key that has a share of the server's limits has the same share of this memory, so that one client that does not
 * read leaves memory for the others. Its calls wait for that share as all calls do for the whole: most answers are
 * small and are sent at once. Safe for use by any thread.
 */
public final class AnswerMemory implements AnswerRoom {
    /** A whole answer, and the copies of a payload while it is written. */
    public static final long WHOLE = Limits.ANSWER_BYTES + 2L * Limits.PAYLOAD_BYTES;

    /** Answers up to this size are sent however full the memory is. */
    private static final int SMALL = 65_536;

    private static final int SHARE = 4;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final long most;
    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition released = lock.newCondition();
    private final Map<String, Long> byKey = new HashMap<>();
    private volatile long used;

    /** At most an eighth of the heap, but enough for one answer. */
    public AnswerMemory() {
        this(Math.max(MemoryBudget.ofCalls(), WHOLE), DEFAULT_TIMEOUT);
    }

    /** @param timeout how long a call waits for memory */
    AnswerMemory(long most, Duration timeout) {
        this.most = most;
        this.timeoutNanos = timeout.toNanos();
    }

    /** The memory of an answer until it is sent; used by one thread at a time. */
    public final class Share implements AutoCloseable {
        private final String key;
        private long bytes;

        private Share(String key) {
            this.key = key;
        }

        /** The answer exists and holds at least so much; a small one is not counted. */
        public void growTo(long needed) {
            if (needed > SMALL && needed > bytes) {
                change(this, needed);
            }
        }

        /** The answer is serialized, and holds so much and no more. */
        public void shrinkTo(long needed) {
            if (needed < bytes) {
                change(this, needed);
            }
        }

        /** The answer was sent, or never will be. */
        @Override
        public void close() {
            if (bytes > 0) {
                change(this, 0);
            }
        }
    }

    /**
     * Reserves memory for an answer, and waits if there is none.
     *
     * @param bytes the most that the answer holds; with 0 nothing is reserved, and the answer is counted once it exists
     * @throws ResourceExhaustedException when there was no memory in time
     */
    public Share reserve(Principal principal, long bytes) {
        if (bytes == 0) {
            return none(principal);
        }
        var share = new Share(principal.name());
        lock.lock();
        try {
            long left = timeoutNanos;
            while (!fits(bytes) || !fitsShareOf(principal, bytes)) {
                if (left <= 0) {
                    throw full();
                }
                left = released.awaitNanos(left);
            }
            change(share, bytes);
            return share;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw full();
        } finally {
            lock.unlock();
        }
    }

    /** For an answer that is counted once it exists. */
    public Share none(Principal principal) {
        return new Share(principal.name());
    }

    /**
     * Refuses a call of a key whose answers fill its share, before anything is claimed for it.
     *
     * @throws ResourceExhaustedException if the share is full
     */
    public void requireShare(Principal principal) {
        if (used == 0) {
            return;
        }
        lock.lock();
        try {
            if (!fitsShareOf(principal, WHOLE)) {
                throw full();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long bytes() {
        return fits(WHOLE) ? Limits.ANSWER_BYTES : SMALL;
    }

    /** How many bytes are in flight. */
    public long used() {
        return used;
    }

    private boolean fits(long bytes) {
        return used == 0 || used + bytes <= most;
    }

    private boolean fitsShareOf(Principal principal, long bytes) {
        long usedByKey = byKey.getOrDefault(principal.name(), 0L);
        return usedByKey == 0 || usedByKey + bytes <= mostOf(principal);
    }

    private long mostOf(Principal principal) {
        return principal.limits().requests().equals(Principal.Limit.NONE) ? most : Math.max(most / SHARE, WHOLE);
    }

    private void change(Share share, long bytes) {
        lock.lock();
        try {
            long more = bytes - share.bytes;
            share.bytes = bytes;
            used += more;
            byKey.merge(share.key, more, (before, added) -> before + added == 0 ? null : before + added);
            if (more < 0) {
                // All of them: the first may be waiting for the share of its key, and the next may not.
                released.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private ResourceExhaustedException full() {
        return ResourceExhaustedException.ofMemory("answers", most, RETRY_AFTER);
    }
}
