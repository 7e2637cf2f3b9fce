package io.flowfabric.sdk;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.op.Payload;
import java.lang.reflect.Type;

/**
 * Turns payloads and results into bytes and back; chosen in {@link FabricOptions#withCodec}. One codec may wrap another,
 * to encrypt or to compress:
 *
 * <pre>{@code
 * record Encrypted(PayloadCodec inner, Keys keys) implements PayloadCodec {
 *     public Payload encode(Object value) {
 *         return keys.seal(inner.encode(value));
 *     }
 *
 *     public Object decode(Payload payload, Type type) {
 *         return inner.decode(keys.open(payload), type);
 *     }
 * }
 * }</pre>
 *
 * <p>It is called by several threads at once. What it throws fails the call as {@code invalid_input}, and an attempt
 * whose payload it cannot read with category {@code extractor_payload_decode}.
 */
public interface PayloadCodec {
    /** The bytes of a value, with a word on how they are encoded if that helps a reader. */
    Payload encode(Object value);

    /**
     * The value that bytes stand for.
     *
     * @param type what the caller wants, a class or a parameterised type; the answer is an instance of it
     */
    Object decode(Payload payload, Type type);

    /**
     * The default: a {@link Payload} and a {@code byte[]} as they are, a {@code String} as UTF-8, anything else as JSON.
     * Members that the type does not have are ignored, because programs of two versions work side by side.
     */
    static PayloadCodec json() {
        return JsonCodec.DEFAULT;
    }

    /** The default with JSON as this mapper writes and reads it. */
    static PayloadCodec json(ObjectMapper mapper) {
        return new JsonCodec(mapper);
    }
}
