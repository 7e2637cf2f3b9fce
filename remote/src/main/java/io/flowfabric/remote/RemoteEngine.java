package io.flowfabric.remote;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Undo;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.Waiting;
import io.flowfabric.wire.AnswerReader;
import java.net.http.HttpClient;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * The engine of a server. It opens connections as it needs them and keeps them; the server is first asked something when
 * the first call is made. Safe for use by any thread.
 */
public final class RemoteEngine implements Engine {
    private final String server;
    private final Requests requests;
    private final RemoteErrors errors;
    private final Delivery delivery;
    private final Set<Errand> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService begun = Executors.newCachedThreadPool(RemoteEngine::thread);
    private volatile boolean closed;

    private RemoteEngine(ServerAddress address, RemoteSettings settings) {
        server = address.toString();
        var reader = new AnswerReader();
        errors = new RemoteErrors(server);
        requests = new Requests(address, settings, reader, errors);
        delivery = new Delivery(client(settings), reader, errors, settings.patience());
    }

    /**
     * What the client has to do for an answer is short, so that it is done where the answer arrives. By threads of its own the
     * JDK's loses about one answer in a hundred thousand: its watch over an idle connection may begin when the connection is
     * in use again, and takes the answer for something unexpected.
     */
    private static HttpClient client(RemoteSettings settings) {
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .executor(Runnable::run);
        settings.credentials().authorities().map(Authorities::in).ifPresent(client::sslContext);
        return client.build();
    }

    private static Thread thread(Runnable call) {
        var thread = new Thread(call, "flowfabric-remote");
        thread.setDaemon(true);
        return thread;
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
        try {
            return make(operation, briefly ? withoutWaiting(operation, arguments) : arguments, new Errand());
        } finally {
            if (briefly) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <A> A withoutWaiting(Operation<A, ?> operation, A arguments) {
        return arguments instanceof Waiting waiting ? operation.arguments().cast(waiting.withoutWaiting()) : arguments;
    }

    /** A thread makes the call. Cancelling the answer gives the call up; what it gave nevertheless is taken back. */
    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        var errand = new Errand();
        var answer = new CompletableFuture<R>();
        answer.whenComplete((given, failure) -> errand.giveUp());
        if (closed) {
            answer.completeExceptionally(errors.closed(operation));
            return answer;
        }
        // Here already, since whoever closes the engine may come before the thread does.
        underWay.add(errand);
        try {
            begun.execute(() -> make(operation, arguments, errand, answer));
        } catch (RejectedExecutionException tooLate) {
            underWay.remove(errand);
            answer.completeExceptionally(errors.closed(operation));
        }
        return answer;
    }

    private <A, R> void make(Operation<A, R> operation, A arguments, Errand errand, CompletableFuture<R> answer) {
        try {
            R given = make(operation, arguments, errand);
            if (!answer.complete(given)) {
                Undo.begin(this, arguments, given);
            }
        } catch (Throwable failure) { // whoever waits must not wait for ever
            if (errand.isGivenUp()) {
                answer.cancel(false);
            }
            answer.completeExceptionally(failure);
        }
    }

    private <A, R> R make(Operation<A, R> operation, A arguments, Errand errand) {
        underWay.add(errand);
        try {
            if (closed) {
                throw errors.closed(operation);
            }
            return operation.shape() == Operation.Shape.BATCH
                    ? sendBatch(operation, arguments, errand)
                    : delivery.send(requests.prepare(operation, arguments), errand);
        } finally {
            underWay.remove(errand);
        }
    }

    /** Gives up what waits; the server notices that nobody waits any more. */
    @Override
    public void close() {
        closed = true;
        underWay.forEach(Errand::giveUp);
        begun.shutdown();
    }

    @Override
    public String toString() {
        return "RemoteEngine(%s)".formatted(server);
    }

    private <A, R> R sendBatch(Operation<A, R> operation, A arguments, Errand errand) {
        @SuppressWarnings("unchecked") // an operation of this shape answers the items of its batch
        var answer = (R) new BatchCall(requests, delivery, errand).send(operation, arguments);
        return answer;
    }
}
