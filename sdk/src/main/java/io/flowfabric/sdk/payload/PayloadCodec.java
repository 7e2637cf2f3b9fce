package io.flowfabric.sdk.payload;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.op.Payload;
import io.flowfabric.sdk.config.FabricOptions;
import java.lang.reflect.Type;

/**
 * Turns payloads and results into bytes and back; chosen in {@link FabricOptions#withCodec}. One codec may wrap
 * another, to encrypt or to compress:
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
 * <p>It is called by several threads at once. An exception fails the call as {@code invalid_input}, and an attempt
 * whose payload it cannot read with category {@code extractor_payload_decode}.
 */
public interface PayloadCodec {
    /** The bytes of a value, with the name of their encoding if that helps a reader. */
    Payload encode(Object value);

    /**
     * The value of a payload.
     *
     * @param type the type to return an instance of, a class or a parameterised type
     */
    Object decode(Payload payload, Type type);

    /**
     * The default: a {@link Payload} and a {@code byte[]} as they are, a {@code String} as UTF-8, anything else as
     * JSON. Members that the type does not have are ignored, because programs of two versions work side by side.
     */
    static PayloadCodec json() {
        return JsonCodec.DEFAULT;
    }

    /** The default with JSON as this mapper writes and reads it. */
    static PayloadCodec json(ObjectMapper mapper) {
        return new JsonCodec(mapper);
    }
}
