package io.flowfabric.sdk.remote;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.Waiting;
import io.flowfabric.wire.AnswerReader;
import java.net.Proxy;
import java.net.ProxySelector;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * The engine of a server. It opens connections as it needs them and keeps them; the server is contacted with the first
 * call. Safe for use by any thread.
 */
public final class RemoteEngine implements Engine {
    private final String server;
    private final Requests requests;
    private final RemoteErrors errors;
    private final Transport transport;
    private final Delivery delivery;
    private final Set<InFlightCall> inFlightCalls = ConcurrentHashMap.newKeySet();
    private final ExecutorService begun = Executors.newCachedThreadPool(RemoteEngine::thread);
    private volatile boolean closed;

    private RemoteEngine(ServerAddress address, RemoteSettings settings) {
        server = address.toString();
        var reader = new AnswerReader();
        errors = new RemoteErrors(server);
        requests = new Requests(settings, reader, errors);
        transport = transport(address, settings);
        delivery = new Delivery(transport, reader, errors, settings.patience());
    }

    /** Plain connections are made here, which costs a quarter; the JDK's client knows TLS and proxies. */
    private static Transport transport(ServerAddress address, RemoteSettings settings) {
        var heads = new RequestHeads(address, settings.credentials().key());
        return address.isSecured() || isBehindProxy(address)
                ? new JdkTransport(heads, settings)
                : new SocketTransport(heads, address, settings.connectTimeout());
    }

    private static boolean isBehindProxy(ServerAddress address) {
        var proxies = ProxySelector.getDefault();
        return proxies != null
                && proxies.select(address.base()).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    private static Thread thread(Runnable call) {
        var thread = new Thread(call, "flowfabric-remote");
        thread.setDaemon(true);
        return thread;
    }

    /** Whether an address is one of a server, for {@link #connect}, and not of a store. */
    public static boolean isAddress(String address) {
        return ServerAddress.isMeant(address);
    }

    /**
     * The engine of the server at an address such as {@code https://host}. Nothing is sent yet.
     *
     * @throws EngineException {@code invalid_input} if it is not such an address, or the authorities cannot be read
     */
    public static RemoteEngine connect(String address, RemoteSettings settings) {
        return new RemoteEngine(ServerAddress.parse(address), settings);
    }

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        // A thread that must not wait still polls once. Given up, the call could leave a lease behind.
        boolean briefly = Thread.interrupted();
        try {
            return make(operation, briefly ? withoutWaiting(operation, arguments) : arguments, new InFlightCall());
        } finally {
            if (briefly) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <A> A withoutWaiting(Operation<A, ?> operation, A arguments) {
        return arguments instanceof Waiting waiting ? operation.arguments().cast(waiting.withoutWaiting()) : arguments;
    }

    /** A thread makes the call. Cancelling the future gives the call up; what it still acquires is handed back. */
    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        var inFlight = new InFlightCall();
        var answer = new CompletableFuture<R>();
        answer.whenComplete((given, failure) -> inFlight.giveUp());
        if (closed) {
            answer.completeExceptionally(errors.closed(operation));
            return answer;
        }
        // Added before the thread runs, since close() may come first.
        inFlightCalls.add(inFlight);
        try {
            begun.execute(() -> make(operation, arguments, inFlight, answer));
        } catch (RejectedExecutionException tooLate) {
            inFlightCalls.remove(inFlight);
            answer.completeExceptionally(errors.closed(operation));
        }
        return answer;
    }

    private <A, R> void make(
            Operation<A, R> operation, A arguments, InFlightCall inFlight, CompletableFuture<R> answer) {
        try {
            R given = make(operation, arguments, inFlight);
            if (!answer.complete(given)) {
                UndeliveredAnswers.begin(this, arguments, given);
            }
        } catch (Throwable failure) { // the future must complete in any case
            if (inFlight.isGivenUp()) {
                answer.cancel(false);
            }
            answer.completeExceptionally(failure);
        }
    }

    private <A, R> R make(Operation<A, R> operation, A arguments, InFlightCall inFlight) {
        inFlightCalls.add(inFlight);
        try {
            if (closed) {
                throw errors.closed(operation);
            }
            return operation.shape() == Operation.Shape.BATCH
                    ? sendBatch(operation, arguments, inFlight)
                    : delivery.send(requests.prepare(operation, arguments), inFlight);
        } finally {
            inFlightCalls.remove(inFlight);
        }
    }

    /** Gives up the in-flight calls; the server notices that. */
    @Override
    public void close() {
        closed = true;
        inFlightCalls.forEach(InFlightCall::giveUp);
        begun.shutdown();
        transport.close();
    }

    @Override
    public String toString() {
        return "RemoteEngine(%s)".formatted(server);
    }

    private <A, R> R sendBatch(Operation<A, R> operation, A arguments, InFlightCall inFlight) {
        @SuppressWarnings("unchecked") // an operation of this shape answers the items of its batch
        var answer = (R) new BatchCall(requests, delivery, inFlight).send(operation, arguments);
        return answer;
    }
}
