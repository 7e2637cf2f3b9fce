package io.flowfabric.remote;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Undo;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.op.Waiting;
import io.flowfabric.wire.AnswerReader;
import java.net.http.HttpClient;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * The engine of a server. It opens connections as it needs them and keeps them; the server is first asked something when
 * the first call is made. Safe for use by any thread.
 */
public final class RemoteEngine implements Engine {
    private final String server;
    private final Requests requests;
    private final Delivery delivery;
    private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private RemoteEngine(ServerAddress address, RemoteSettings settings) {
        server = address.toString();
        var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(settings.connectTimeout());
        settings.credentials().authorities().map(Authorities::in).ifPresent(client::sslContext);
        var reader = new AnswerReader();
        var errors = new RemoteErrors(server);
        requests = new Requests(address, settings, reader, errors);
        delivery = new Delivery(client.build(), reader, errors, settings.patience());
    }

    /** Whether an address is one of a server, which {@link #connect} takes, and not of a store. */
    public static boolean isAddress(String address) {
        return ServerAddress.isMeant(address);
    }

    /**
     * The engine of the server at an address such as {@code https://host}. Nothing is sent yet.
     *
     * @throws EngineException {@code invalid_input} if it is no such address, or the authorities cannot be read
     */
    public static RemoteEngine connect(String address, RemoteSettings settings) {
        return new RemoteEngine(ServerAddress.parse(address), settings);
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        // Looking once is what is left to a thread that must not wait. Given up, it could leave a lease behind.
        boolean briefly = Thread.interrupted();
        var answer = callAsync(operation, briefly ? withoutWaiting(operation, arguments) : arguments);
        try {
            return answer.get();
        } catch (ExecutionException failed) {
            throw asEngineException(failed.getCause());
        } catch (InterruptedException interrupted) {
            briefly = true;
            return interrupted(operation, answer);
        } finally {
            if (briefly) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <A> A withoutWaiting(Operation<A, ?> operation, A arguments) {
        return arguments instanceof Waiting waiting ? operation.arguments().cast(waiting.withoutWaiting()) : arguments;
    }

    /** Gives up a call, unless its answer has come; what it gave is then taken back. */
    private static <R> R interrupted(Operation<?, R> operation, CompletableFuture<R> answer) {
        if (answer.cancel(true)) {
            throw EngineError.of(
                            ErrorCode.TIMEOUT,
                            "interrupted",
                            "Nobody waits for the answer to %s any more; it may have been carried out."
                                    .formatted(operation))
                    .toException();
        }
        return answer.join();
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        if (closed) {
            return CompletableFuture.failedFuture(
                    new UnavailableException(operation.name(), "The connection to %s is closed.".formatted(server)));
        }
        try {
            var answer = operation.shape() == Operation.Shape.BATCH
                    ? sendBatch(operation, arguments)
                    : delivery.send(requests.prepare(operation, arguments), late -> Undo.begin(this, arguments, late));
            underWay.add(answer);
            answer.whenComplete((given, failure) -> underWay.remove(answer));
            return answer;
        } catch (EngineException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Gives up what waits; the server notices that nobody waits any more. */
    @Override
    public void close() {
        closed = true;
        underWay.forEach(answer -> answer.cancel(true));
    }

    @Override
    public String toString() {
        return "RemoteEngine(%s)".formatted(server);
    }

    private <A, R> CompletableFuture<R> sendBatch(Operation<A, R> operation, A arguments) {
        @SuppressWarnings("unchecked") // an operation of this shape answers the items of its batch
        var answer = (CompletableFuture<R>) new BatchCall(requests, delivery).send(operation, arguments);
        return answer;
    }

    /** Made anew on the thread that asked, so that the trace shows who did. */
    private static RuntimeException asEngineException(Throwable cause) {
        if (!(cause instanceof EngineException refused)) {
            return new IllegalStateException(cause);
        }
        var thrown = refused.error().toException();
        for (Throwable failure : refused.getSuppressed()) {
            thrown.addSuppressed(failure);
        }
        return thrown;
    }
}
