package io.flowfabric.store.postgres;

/** How often the reader of the outbox has looked, for writers that commit only after it did. */
final class Looks {
    private long count;
    private boolean over;

    synchronized void looked() {
        count++;
        notifyAll();
    }

    /** Nobody waits any longer. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Waits until a look that began after this call has ended. */
    synchronized void awaitWholeLook() {
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
