package io.flowfabric.sdk;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tells the threads of a worker to stop, and wakes a call that is parked. Only such a call is interrupted: through a
 * network an interrupted claim may lease something that nobody then knows of, and that lies idle until the lease ends.
 */
final class StopSignal {
    private final CountDownLatch latch = new CountDownLatch(1);
    private Optional<Thread> parked = Optional.empty();

    boolean isGiven() {
        return latch.getCount() == 0;
    }

    synchronized void give() {
        latch.countDown();
        parked.ifPresent(Thread::interrupt);
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
        parked = Optional.of(Thread.currentThread());
        return true;
    }

    private synchronized void leave() {
        parked = Optional.empty();
        Thread.interrupted();
    }
}
