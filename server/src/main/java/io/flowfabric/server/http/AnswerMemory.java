package io.flowfabric.server.http;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what answers on their way to clients hold in memory. A call whose answer may be large reserves room for a whole one
 * before it is made, and gives back what the answer does not need; it waits a while for that room and is then refused. A claim
 * reserves nothing, because most are small and many wait: the engine asks here before it hands out what is large.
 *
 * <p>A key that has a share of the server's places has the same share of this memory, so that one client that does not read
 * leaves room for the others. Safe for use by any thread.
 */
public final class AnswerMemory implements AnswerRoom {
    /** A whole answer, and what is made of a payload while it is written. */
    static final long WHOLE = Limits.ANSWER_BYTES + 2L * Limits.PAYLOAD_BYTES;

    /** Answers of this size are sent however full the memory is. */
    private static final int SMALL = 65_536;

    private static final int SHARE = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final long most;
    private final long patienceNanos;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition released = lock.newCondition();
    private final Map<String, Long> byKey = new HashMap<>();
    private volatile long used;

    /** An eighth of the heap at most, but room for one answer. */
    public AnswerMemory() {
        this(Math.max(MemoryBudget.ofCalls(), WHOLE), PATIENCE);
    }

    /** @param patience how long a call waits for room */
    AnswerMemory(long most, Duration patience) {
        this.most = most;
        this.patienceNanos = patience.toNanos();
    }

    /** Room that an answer takes until it has left; used by one thread at a time. */
    public final class Share implements AutoCloseable {
        private final String key;
        private long bytes;

        private Share(String key) {
            this.key = key;
        }

        /** The answer is there and holds at least so much; a small one is not counted. */
        public void growTo(long needed) {
            if (needed > SMALL && needed > bytes) {
                change(this, needed);
            }
        }

        /** The answer is written out, and takes so much and no more. */
        public void shrinkTo(long needed) {
            if (needed < bytes) {
                change(this, needed);
            }
        }

        /** The answer has left, or never will. */
        @Override
        public void close() {
            if (bytes > 0) {
                change(this, 0);
            }
        }
    }

    /** Room for a whole answer, or none yet; see {@link #reserve} and {@link #none}. */
    public Share room(Principal principal, boolean reserved) {
        return reserved ? reserve(principal) : none(principal);
    }

    /**
     * Reserves room for a whole answer, and waits for it if there is none.
     *
     * @throws ResourceExhaustedException when there is none for a while, or the answers of the key fill its share
     */
    public Share reserve(Principal principal) {
        var share = new Share(principal.name());
        lock.lock();
        try {
            requireShare(principal);
            long left = patienceNanos;
            while (!fits()) {
                if (left <= 0) {
                    throw full();
                }
                left = released.awaitNanos(left);
            }
            change(share, WHOLE);
            if (fits()) {
                // All wait for as much, so each that is served wakes the next.
                released.signal();
            }
            return share;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw full();
        } finally {
            lock.unlock();
        }
    }

    /** For an answer that is counted once it is there. */
    public Share none(Principal principal) {
        return new Share(principal.name());
    }

    /**
     * Refuses a call of a key whose answers fill its share, before anything is claimed for it.
     *
     * @throws ResourceExhaustedException then
     */
    public void requireShare(Principal principal) {
        long mostOfKey = mostOf(principal);
        if (mostOfKey < most) {
            lock.lock();
            try {
                if (byKey.getOrDefault(principal.name(), 0L) + WHOLE > mostOfKey) {
                    throw full();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public long bytes() {
        return fits() ? Limits.ANSWER_BYTES : SMALL;
    }

    /** How many bytes are on their way. */
    public long used() {
        return used;
    }

    private boolean fits() {
        return used == 0 || used + WHOLE <= most;
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
                released.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private ResourceExhaustedException full() {
        return ResourceExhaustedException.ofMemory("answers", most, RETRY_AFTER);
    }
}
