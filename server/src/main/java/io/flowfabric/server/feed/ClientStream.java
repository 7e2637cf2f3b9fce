package io.flowfabric.server.feed;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Writes to a client without a thread that waits until it reads. One text is on its way at a time, and whoever sent it is
 * told when it has left, so that a client that does not read costs that text and no more; the server closes its connection
 * after a while of silence, which fails what is on its way.
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

    /** @param out of a request that is answered asynchronously already */
    ClientStream(ServletOutputStream out) {
        this.out = out;
        out.setWriteListener(this);
    }

    /** Sends a text; the one before must have left. */
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

    /** Writes nothing from now on, for the connection is about to belong to another request. */
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

    /** Goes as far as the client lets it; answers whether the text has left just now. */
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
