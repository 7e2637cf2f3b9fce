package io.flowfabric.sdk.internal;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tells the threads of a worker to stop, and interrupts the parked calls. Only parked calls are interrupted: over a
 * network an interrupted claim may lease executions whose answer is lost, and which lie idle until the lease ends.
 */
public final class StopSignal {
    private final CountDownLatch latch = new CountDownLatch(1);
    private final Set<Thread> parked = new HashSet<>();

    public boolean isGiven() {
        return latch.getCount() == 0;
    }

    public synchronized void give() {
        latch.countDown();
        parked.forEach(Thread::interrupt);
    }

    /** Waits for that long, or until the signal is given. */
    public void pause(long nanos) {
        try {
            latch.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ignored) {
            // Threads are stopped by the signal; any other interrupt only shortens a pause.
        }
    }

    /** Makes a call that the signal may interrupt; empty when it has been given already. */
    public <T> Optional<T> parked(Supplier<T> call) {
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
