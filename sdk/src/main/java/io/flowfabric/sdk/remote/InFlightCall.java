package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An in-flight call. One thread makes it and waits in {@link Transport#exchange}; any thread may give it up, which the
 * server notices.
 */
final class InFlightCall {
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private Optional<Thread> waiting = Optional.empty();

    /** Ends the call; the thread that makes it stops waiting. */
    synchronized void giveUp() {
        givenUp.countDown();
        waiting.ifPresent(Thread::interrupt);
    }

    boolean isGivenUp() {
        return givenUp.getCount() == 0;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws InterruptedException if the thread was interrupted, or the call given up
     */
    Transport.Reply exchange(Transport transport, Transport.Request request) throws IOException, InterruptedException {
        begin();
        try {
            return transport.exchange(request);
        } finally {
            end();
        }
    }

    /** Waits, unless it is given up. */
    void pause(long nanos) throws InterruptedException {
        givenUp.await(nanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void begin() throws InterruptedException {
        if (isGivenUp()) {
            throw new InterruptedException();
        }
        waiting = Optional.of(Thread.currentThread());
    }

    /** The interrupt that gives a call up is for this call alone, and may come after it has ended. */
    private synchronized void end() {
        waiting = Optional.empty();
        if (isGivenUp()) {
            Thread.interrupted();
        }
    }
}
