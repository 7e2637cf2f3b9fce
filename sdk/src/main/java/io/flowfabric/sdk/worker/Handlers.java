package io.flowfabric.sdk.worker;

import io.flowfabric.model.op.Payload;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.TypeToken;
import io.flowfabric.sdk.task.Handler;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskHandler;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handlers of a worker, by kind. Immutable. */
final class Handlers {
    /** A handler of any type, in terms of payloads. */
    interface Work {
        Optional<Payload> on(Task task) throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

    private final Map<String, Work> byKind;
    private final Optional<Work> anyKind;
    private final UnaryOperator<Exception> failures;
    private final PayloadCodec codec;

    Handlers(Map<String, Work> byKind, Optional<Work> anyKind, UnaryOperator<Exception> failures, PayloadCodec codec) {
        this.byKind = Map.copyOf(byKind);
        this.anyKind = anyKind;
        this.failures = failures;
        this.codec = codec;
    }

    static <P, R> Work typed(PayloadCodec codec, TypeToken<P> payload, Handler<P, R> handler) {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(handler, "handler");
        return task ->
                Optional.ofNullable(handler.handle(task, task.payload(payload))).map(codec::encode);
    }

    static Work raw(PayloadCodec codec, TaskHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return task -> handler.handle(task).map(codec::encode);
    }

    /** The codec by which tasks read their payloads. */
    PayloadCodec codec() {
        return codec;
    }

    /** The handler of this kind, else the one for any kind. */
    Optional<Work> of(String kind) {
        return Optional.ofNullable(byKind.get(kind)).or(() -> anyKind);
    }

    /** The exception that the translation gives for a handler's exception; the translation itself may fail. */
    Exception translated(Exception thrown) {
        try {
            return Objects.requireNonNull(failures.apply(thrown), "the translation of a failure is null");
        } catch (RuntimeException failed) {
            LOG.warn("The failure translation threw an exception; the handler's own exception counts", failed);
            return thrown;
        }
    }

    boolean isEmpty() {
        return byKind.isEmpty() && anyKind.isEmpty();
    }
}
