package io.flowfabric.model.op;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Bytes a caller hands over, unchanged, and what he says they are. The array belongs to the payload: neither side may
 * write to it afterwards.
 */
public record Payload(byte[] bytes, Optional<String> encoding) {
    /** No payload. */
    public static final Payload EMPTY = new Payload(new byte[0], Optional.empty());

    /** Bytes of no named encoding. */
    public static Payload of(byte[] bytes) {
        return new Payload(bytes, Optional.empty());
    }

    /**
     * UTF-8 text that is JSON.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the text has half of a surrogate
     *     pair
     */
    public static Payload json(String text) {
        return new Payload(utf8(text), Optional.of("json"));
    }

    /**
     * Text of no named encoding, as UTF-8.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the text has half of a surrogate
     *     pair
     */
    public static Payload text(String text) {
        return of(utf8(text));
    }

    private static byte[] utf8(String text) {
        UnicodeText.halfPair(text).ifPresent(half -> {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "payload: must not contain " + half,
                            "UTF-8 cannot encode it. Remove it, or pass bytes.")
                    .toException();
        });
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes) && encoding.equals(that.encoding);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bytes) + encoding.hashCode();
    }

    /** The size only: payloads do not belong in logs. */
    @Override
    public String toString() {
        return "Payload[" + bytes.length + " bytes"
                + encoding.map(name -> ", " + name).orElse("") + "]";
    }
}
