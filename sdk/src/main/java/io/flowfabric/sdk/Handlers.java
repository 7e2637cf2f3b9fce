package io.flowfabric.sdk;

import io.flowfabric.model.op.Payload;
import java.util.Map;
import java.util.Optional;

/** The handlers of a worker, by kind. Immutable. */
final class Handlers {
    /** A handler of whatever sort, in terms of payloads. */
    interface Work {
        Optional<Payload> on(Task task) throws Exception;
    }

    private final Map<String, Work> byKind;
    private final Optional<Work> anyKind;
    private final PayloadCodec codec;

    Handlers(Map<String, Work> byKind, Optional<Work> anyKind, PayloadCodec codec) {
        this.byKind = Map.copyOf(byKind);
        this.anyKind = anyKind;
        this.codec = codec;
    }

    static <P, R> Work typed(PayloadCodec codec, Class<P> payload, Handler<P, R> handler) {
        return task ->
                Optional.ofNullable(handler.handle(task, task.payload(payload))).map(codec::encode);
    }

    static Work raw(PayloadCodec codec, TaskHandler handler) {
        return task -> handler.handle(task).map(codec::encode);
    }

    /** By which tasks read their payloads. */
    PayloadCodec codec() {
        return codec;
    }

    /** The handler of this kind, else the one for any kind. */
    Optional<Work> of(String kind) {
        return Optional.ofNullable(byKind.get(kind)).or(() -> anyKind);
    }

    boolean isEmpty() {
        return byKind.isEmpty() && anyKind.isEmpty();
    }
}
