package io.flowfabric.server.feed;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Writes to a client without blocking a thread. One text is in flight at a time, and its future completes when it has
 * been written, so that a client that does not read costs the memory of that text only; the server closes its
 * connection after the idle timeout, which fails the text in flight.
 */
final class ClientStream implements WriteListener {
    private enum Step {
        IDLE,
        WRITE,
        FLUSH,
        LEAVE
    }

    private final ServletOutputStream out;
    private Step step = Step.IDLE;
    private byte[] text = {};
    private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

    /** @param out of a request that is already answered asynchronously */
    ClientStream(ServletOutputStream out) {
        this.out = out;
        out.setWriteListener(this);
    }

    /** Sends a text; the previous one must have been written. */
    CompletableFuture<Void> send(byte[] next) {
        CompletableFuture<Void> sending;
        synchronized (this) {
            sending = new CompletableFuture<>();
            sent = sending;
            text = next;
            step = Step.WRITE;
        }
        onWritePossible();
        return sending;
    }

    /** Stops writing, because the connection is about to serve another request. */
    synchronized void close() {
        step = Step.IDLE;
    }

    @Override
    public void onWritePossible() {
        CompletableFuture<Void> done;
        try {
            synchronized (this) {
                if (!advance()) {
                    return;
                }
                done = sent;
            }
        } catch (IOException | IllegalStateException broken) {
            onError(broken);
            return;
        }
        done.complete(null);
    }

    @Override
    public void onError(Throwable broken) {
        CompletableFuture<Void> failed;
        synchronized (this) {
            step = Step.IDLE;
            failed = sent;
        }
        failed.completeExceptionally(broken);
    }

    /** Writes as much as the client accepts; answers whether the text has just been completed. */
    private boolean advance() throws IOException {
        while (step != Step.IDLE && out.isReady()) {
            switch (step) {
                case WRITE -> {
                    out.write(text);
                    step = Step.FLUSH;
                }
                case FLUSH -> {
                    out.flush();
                    step = Step.LEAVE;
                }
                default -> {
                    step = Step.IDLE;
                    return true;
                }
            }
        }
        return false;
    }
}
