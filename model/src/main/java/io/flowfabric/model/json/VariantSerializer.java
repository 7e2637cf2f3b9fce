package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes a variant as an object whose only member is named after it. */
final class VariantSerializer extends JsonSerializer<Object> implements ContextualSerializer, ResolvableSerializer {

    private final String tag;
    private final JsonSerializer<Object> body;

    @SuppressWarnings("unchecked") // Jackson pairs a serializer with values of its type only.
    VariantSerializer(String tag, JsonSerializer<?> body) {
        this.tag = tag;
        this.body = (JsonSerializer<Object>) body;
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeStartObject();
        out.writeFieldName(tag);
        body.serialize(value, out, provider);
        out.writeEndObject();
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        return new VariantSerializer(tag, provider.handleSecondaryContextualization(body, property));
    }

    @Override
    public void resolve(SerializerProvider provider) throws JsonMappingException {
        if (body instanceof ResolvableSerializer resolvable) {
            resolvable.resolve(provider);
        }
    }
}
