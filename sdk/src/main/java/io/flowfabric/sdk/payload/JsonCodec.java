package io.flowfabric.sdk.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.op.Payload;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns values into payloads and back: a {@link Payload} and a byte array as they are, a string as UTF-8, everything
 * else as JSON. Jackson's own messages quote the input, so they are not passed on: payloads do not belong in logs.
 */
final class JsonCodec implements PayloadCodec {
    static final JsonCodec DEFAULT = new JsonCodec(JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            // During a deployment, programs of two versions work side by side.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build());

    private final ObjectMapper mapper;

    JsonCodec(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public Payload encode(Object value) {
        if (value instanceof Payload payload) {
            return payload;
        }
        if (value instanceof byte[] bytes) {
            return Payload.of(bytes.clone());
        }
        if (value instanceof String text) {
            return Payload.text(text);
        }
        try {
            return new Payload(mapper.writeValueAsBytes(value), Optional.of("json"));
        } catch (JsonProcessingException unwritable) {
            throw new PayloadException(
                    "a %s cannot be written as JSON%s"
                            .formatted(value.getClass().getName(), place(unwritable)),
                    "Make it serializable by Jackson, or pass a byte array.");
        }
    }

    @Override
    public Object decode(Payload payload, Type type) {
        if (type == Payload.class) {
            return payload;
        }
        if (type == byte[].class) {
            return payload.bytes().clone();
        }
        if (type == String.class) {
            return UnicodeText.decode(payload.bytes())
                    .orElseThrow(() -> new PayloadException(
                            "%d bytes are not text in UTF-8".formatted(payload.size()),
                            "Read them as the type they were written as, or as byte[]."));
        }
        return Optional.ofNullable(read(payload, type)).orElseThrow(() -> unreadable(payload, type, ", but null"));
    }

    private @Nullable Object read(Payload payload, Type type) {
        try {
            return mapper.readValue(payload.bytes(), mapper.constructType(type));
        } catch (JsonProcessingException unreadable) {
            throw unreadable(payload, type, place(unreadable));
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
    }

    private static PayloadException unreadable(Payload payload, Type type, String place) {
        return new PayloadException(
                "%d bytes are not the JSON of a %s%s".formatted(payload.size(), type.getTypeName(), place),
                "Read them as the type they were written as, or as byte[].");
    }

    /** Where reading or writing failed, without any of the content. */
    private static String place(JsonProcessingException failed) {
        var text = new StringBuilder();
        if (failed.getLocation() != null && failed.getLocation().getLineNr() > 0) {
            text.append(" at line %d, column %d"
                    .formatted(
                            failed.getLocation().getLineNr(),
                            failed.getLocation().getColumnNr()));
        }
        if (failed instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            text.append(" in ").append(mapping.getPathReference());
        }
        return text.toString();
    }
}
