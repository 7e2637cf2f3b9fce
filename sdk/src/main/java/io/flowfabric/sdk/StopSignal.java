package io.flowfabric.sdk;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tells the threads of a worker to stop, and wakes the calls that are parked. Only such calls are interrupted: through a
 * network an interrupted claim may lease something that nobody then knows of, and that lies idle until the lease ends.
 */
final class StopSignal {
    private final CountDownLatch latch = new CountDownLatch(1);
    private final Set<Thread> parked = new HashSet<>();

    boolean isGiven() {
        return latch.getCount() == 0;
    }

    synchronized void give() {
        latch.countDown();
        parked.forEach(Thread::interrupt);
    }

    /** Waits for that long, or until the signal is given. */
    void pause(long nanos) {
        try {
            latch.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ignored) {
            // Stopping is what the signal is for; whoever else interrupts shortens a pause.
        }
    }

    /** Makes a call that the signal may interrupt; empty when it has been given already. */
    <T> Optional<T> parked(Supplier<T> call) {
        if (!enter()) {
            return Optional.empty();
        }
        try {
            return Optional.of(call.get());
        } finally {
            leave();
        }
    }

    private synchronized boolean enter() {
        if (isGiven()) {
            return false;
        }
        parked.add(Thread.currentThread());
        return true;
    }

    private synchronized void leave() {
        parked.remove(Thread.currentThread());
        Thread.interrupted();
    }
}
