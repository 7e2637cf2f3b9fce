package io.flowfabric.store.postgres;

/** How often the reader has polled the outbox, for writers that commit only after it did. */
public final class Looks {
    private long count;
    private boolean over;

    synchronized void polled() {
        count++;
        notifyAll();
    }

    /** Ends all waiting. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Waits until a poll that began after this call has ended. */
    public synchronized void awaitWholePoll() {
        long enough = count + 2;
        while (count < enough && !over) {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
