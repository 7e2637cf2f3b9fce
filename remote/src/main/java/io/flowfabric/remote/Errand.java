package io.flowfabric.remote;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A call under way. Made by one thread; given up by any, which the server notices. */
final class Errand {
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private @Nullable KeptConnection connection;

    /** Ends it; whoever makes it finds its connection closed. */
    synchronized void giveUp() {
        givenUp.countDown();
        if (connection != null) {
            connection.close();
        }
    }

    boolean isGivenUp() {
        return givenUp.getCount() == 0;
    }

    /** Sends a request over one of the connections and reads its answer. */
    HttpAnswer exchange(Connections connections, HttpPost request) throws IOException {
        var taken = connections.take();
        try {
            hold(taken);
            return taken.exchange(request);
        } finally {
            letGo();
            connections.give(taken);
        }
    }

    /** Waits, unless it is given up; answers whether it was not. */
    boolean pause(long nanos) throws InterruptedException {
        return !givenUp.await(nanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void hold(KeptConnection taken) throws AsynchronousCloseException {
        if (isGivenUp()) {
            taken.close();
            throw new AsynchronousCloseException();
        }
        connection = taken;
    }

    private synchronized void letGo() {
        connection = null;
    }
}
