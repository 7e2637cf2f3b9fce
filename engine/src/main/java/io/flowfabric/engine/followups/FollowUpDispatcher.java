package io.flowfabric.engine.followups;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.model.error.EngineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what follows from commits. Two threads: one waits to be woken, and when it has found something the other
 * one waits in its place, so that a slow follow-up does not delay later ones.
 */
public final class FollowUpDispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FollowUpDispatcher.class);
    private static final int THREADS = 2;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration LAST_WAIT = Duration.ofSeconds(15);

    /** The timers wake the dispatcher for what no commit has announced. */
    private static final Duration UNTIL_WOKEN = Duration.ofDays(1);

    private final Store store;
    private final Doorbell doorbell;
    private final Map<FollowUpKind, FollowUpPages> kinds = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock waiting = new ReentrantLock();
    private final AtomicInteger working = new AtomicInteger();
    private volatile long seen;
    private volatile boolean started;
    private volatile boolean closed;

    /** @param handlers of all kinds that this program knows; follow-ups of other kinds stay where they are */
    public FollowUpDispatcher(Store store, Map<FollowUpKind, FollowUpHandler> handlers) {
        this.store = store;
        this.doorbell = store.doorbells().followUps();
        this.seen = doorbell.position();
        handlers.forEach((kind, handler) -> kinds.put(kind, new FollowUpPages(store, kind, handler)));
        for (int i = 1; i <= THREADS; i++) {
            var thread = new Thread(new BackgroundLoop("follow-ups", this::run), "flowfabric-follow-ups-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /** The kinds that it carries out. */
    public Set<FollowUpKind> kinds() {
        return kinds.keySet();
    }

    public void start() {
        started = true;
        threads.forEach(Thread::start);
    }

    /**
     * Carries out all that is due and that no other transaction holds, on the calling thread.
     *
     * @throws EngineException if the store cannot be reached
     */
    public void runDue() {
        try {
            drain();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * In an engine whose threads do not run, the call that causes a follow-up carries it out as well, after its commit.
     * What fails here stays for another process.
     */
    public void runCaused() {
        long position = doorbell.position();
        if (started && !closed || position <= seen) {
            return;
        }
        try {
            runDue();
            seen = Math.max(seen, position);
        } catch (RuntimeException failed) {
            LOG.warn("Follow-ups stay for another process or a later call: {}", failed.getMessage());
        }
    }

    /** Ends after the page under way; waits for it, for 15 seconds at most. Harmless when it was never started. */
    @Override
    public void close() {
        stop(Deadline.in(LAST_WAIT));
    }

    /** Tells the threads to end after the page under way; does not wait for them. */
    public void halt() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }

    /** As {@link #close}, but waits until a deadline; returns whether no page is under way. */
    public boolean stop(Deadline deadline) {
        halt();
        // Earlier wake-ups of the threads do not concern later calls.
        seen = doorbell.position();
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline.remainingNanos());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return working.get() == 0;
    }

    private void run() {
        while (!closed) {
            try {
                awaitRing();
                drainUntilReached();
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void awaitRing() throws InterruptedException {
        waiting.lockInterruptibly();
        try {
            while (!closed && !doorbell.awaitBeyond(seen, Deadline.in(UNTIL_WOKEN))) {
                LOG.trace("Nothing to follow up for a day");
            }
            seen = doorbell.position();
        } finally {
            waiting.unlock();
        }
    }

    /** Retries when the store cannot be reached; what woke the dispatcher would be forgotten otherwise. */
    private void drainUntilReached() throws InterruptedException {
        while (!closed && !reaches()) {
            Thread.sleep(AFTER_FAILURE.toMillis());
        }
    }

    private boolean reaches() throws InterruptedException {
        working.incrementAndGet();
        try {
            drain();
            return true;
        } catch (EngineException failed) {
            LOG.warn("Follow-ups could not be carried out and are tried again: {}", failed.getMessage());
            return false;
        } finally {
            working.decrementAndGet();
        }
    }

    /** A page of each kind in turn, so that a kind with many follow-ups does not delay the others. */
    private void drain() throws InterruptedException {
        var due = new ArrayList<>(
                store.read(Deadline.in(READ_TIMEOUT), tx -> tx.followUps().due(kinds.keySet(), tx.now())));
        while (!due.isEmpty()) {
            for (FollowUpKind kind : List.copyOf(due)) {
                if (isStopping() || !kinds.get(kind).next()) {
                    due.remove(kind);
                }
            }
        }
    }

    /** A caller that asks for what is due gets it, also when the threads were stopped. */
    private boolean isStopping() {
        return closed && threads.contains(Thread.currentThread());
    }
}
