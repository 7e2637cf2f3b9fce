package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a union by the name of the variant. */
final class UnionDeserializer extends StdDeserializer<Object> {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Class<?>> variants = new LinkedHashMap<>();

    UnionDeserializer(Class<?> union) {
        super(union);
        collect(union);
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
        if (in.hasToken(JsonToken.VALUE_STRING)) {
            return unit(in.getText(), context);
        }
        if (!in.isExpectedStartObjectToken() || in.nextToken() != JsonToken.FIELD_NAME) {
            return context.handleUnexpectedToken(_valueClass, in);
        }
        Class<?> variant = find(in.currentName(), context);
        in.nextToken();
        Object value = context.readValue(in, variant);
        if (value == null || in.nextToken() != JsonToken.END_OBJECT) {
            return context.reportInputMismatch(
                    this, "a %s has exactly one member, named after one of %s", name(), variants.keySet());
        }
        return value;
    }

    private Object unit(String tag, DeserializationContext context) throws IOException {
        Class<?> variant = find(tag, context);
        if (!UnionModule.isUnit(variant)) {
            return context.reportInputMismatch(this, "%s of %s needs its members", tag, name());
        }
        return ClassUtil.createInstance(variant, true);
    }

    private Class<?> find(String tag, DeserializationContext context) throws IOException {
        Class<?> variant = variants.get(tag);
        if (variant == null) {
            context.reportInputMismatch(this, "%s has no variant '%s', only %s", name(), tag, variants.keySet());
        }
        return variant;
    }

    private void collect(Class<?> union) {
        for (Class<?> permitted : union.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                collect(permitted);
            } else {
                variants.put(permitted.getSimpleName(), permitted);
            }
        }
    }

    private String name() {
        return _valueClass.getSimpleName();
    }
}
