package io.flowfabric.sdk.remote;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * Reads the body of an answer up to a limit, so that no peer can fill the memory of this process. The rest of a longer
 * body is not read, and its connection is closed.
 */
final class BoundedBody implements BodySubscriber<byte[]> {
    private static final int FIRST_BYTES = 1024;

    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final long announced;
    private final int most;
    private byte[] read = {};
    private int length;
    private Subscription subscription;

    private BoundedBody(long announced, int most) {
        this.announced = announced;
        this.most = most;
    }

    static BodyHandler<byte[]> handler() {
        return head -> new BoundedBody(
                head.headers().firstValueAsLong("Content-Length").orElse(0), AnswerTooLong.limit(head.statusCode()));
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription begun) {
        subscription = begun;
        if (announced > most) {
            refuse();
        } else {
            read = new byte[(int) announced];
            begun.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int more = buffer.remaining();
            if (body.isDone()) {
                return;
            }
            if (more > most - length) {
                refuse();
                return;
            }
            if (length + more > read.length) {
                read = Arrays.copyOf(read, (int) Math.min(most, Math.max(FIRST_BYTES, 2L * (length + more))));
            }
            buffer.get(read, length, more);
            length += more;
        }
    }

    private void refuse() {
        subscription.cancel();
        read = new byte[0];
        body.completeExceptionally(new AnswerTooLong(most));
    }

    @Override
    public void onError(Throwable broken) {
        body.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        body.complete(length == read.length ? read : Arrays.copyOf(read, length));
    }
}
