package io.flowfabric.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Repetition;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.wire.AnswerReader;
import io.flowfabric.wire.ArgumentWriter;
import io.flowfabric.wire.BytesForm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Makes requests of calls. */
final class Requests {
    private final ServerAddress address;
    private final RemoteSettings settings;
    private final ArgumentWriter writer = new ArgumentWriter();
    private final AnswerReader reader;
    private final RemoteErrors errors;
    private final String fields;

    Requests(ServerAddress address, RemoteSettings settings, AnswerReader reader, RemoteErrors errors) {
        this.address = address;
        this.settings = settings;
        this.reader = reader;
        this.errors = errors;
        this.fields = fields(address, settings);
    }

    RemoteSettings settings() {
        return settings;
    }

    /** A call of an operation that is no batch. */
    <A, R> PreparedCall<R> prepare(Operation<A, R> operation, A arguments) {
        var minted = Minted.of(operation, arguments, settings.partitions());
        ObjectNode body = arguments(operation, minted.arguments());
        return new PreparedCall<>(
                operation,
                request(
                        operation,
                        writer.bytes(body),
                        Duration.ofMillis(body.path("max_wait_ms").asLong(0))),
                Repetition.isSafe(operation, minted.arguments()),
                answer -> minted.answer(reader.read(operation, answer)));
    }

    ObjectNode arguments(Operation<?, ?> operation, Object arguments) {
        return writer.write(operation, arguments);
    }

    HttpPost request(Operation<?, ?> operation, byte[] body, Duration wait) {
        String text = "POST " + address.path(operation.name()) + " HTTP/1.1\r\n" + fields + "Content-Length: "
                + body.length + "\r\n\r\n";
        byte[] head = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return new HttpPost(whole, settings.answerTimeout().plus(wait));
    }

    /** What the head of every request has. */
    private static String fields(ServerAddress address, RemoteSettings settings) {
        return "Host: %s\r\nUser-Agent: flowfabric\r\nContent-Type: application/json\r\nFF-Bytes: %s\r\n%s"
                .formatted(
                        address.authority(),
                        BytesForm.RECORD.literal(),
                        settings.credentials()
                                .key()
                                .map("Authorization: Bearer %s\r\n"::formatted)
                                .orElse(""));
    }

    AnswerReader reader() {
        return reader;
    }

    EngineError error(JsonNode body) {
        return errors.of(body);
    }
}
