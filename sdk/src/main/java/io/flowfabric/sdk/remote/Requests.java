package io.flowfabric.sdk.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.wire.AnswerReader;
import io.flowfabric.wire.ArgumentWriter;
import java.time.Duration;

/** Builds requests from calls. */
final class Requests {
    private final RemoteSettings settings;
    private final ArgumentWriter writer = new ArgumentWriter();
    private final AnswerReader reader;
    private final RemoteErrors errors;

    Requests(RemoteSettings settings, AnswerReader reader, RemoteErrors errors) {
        this.settings = settings;
        this.reader = reader;
        this.errors = errors;
    }

    /** The arguments, made safe to send again. */
    <A> RepeatableArguments<A> minted(Operation<A, ?> operation, A arguments) {
        return RepeatableArguments.of(operation, arguments, settings.partitions());
    }

    /** A call of an operation that is no batch. */
    <A, R> PreparedCall<R> prepare(Operation<A, R> operation, A arguments) {
        var minted = minted(operation, arguments);
        ObjectNode body = writer.write(operation, minted.arguments());
        return new PreparedCall<>(
                operation,
                request(
                        operation,
                        writer.bytes(body),
                        Duration.ofMillis(body.path("max_wait_ms").asLong(0))),
                operation.isSafeToRepeat(minted.arguments()),
                answer -> minted.answer(reader.read(operation, answer)));
    }

    /** The arguments as JSON in UTF-8. Unpaired surrogates are escaped, so that the server can refuse them. */
    byte[] json(Operation<?, ?> operation, Object arguments) {
        return writer.bytes(writer.write(operation, arguments));
    }

    Transport.Request request(Operation<?, ?> operation, byte[] body, Duration wait) {
        return new Transport.Request(
                operation.name(), body, settings.answerTimeout().plus(wait));
    }

    AnswerReader reader() {
        return reader;
    }

    EngineError error(JsonNode body) {
        return errors.of(body);
    }
}
