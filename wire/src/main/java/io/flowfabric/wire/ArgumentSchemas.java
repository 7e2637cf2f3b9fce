package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.Literal;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.Payload;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** JSON schemas of arguments, derived from their records and forms. */
public final class ArgumentSchemas {
    private ArgumentSchemas() {}

    /** The schema of the arguments of an operation. */
    public static ObjectNode of(Operation<?, ?> operation) {
        return record(operation.arguments(), ArgumentForms.of(operation));
    }

    /** The required members of the arguments of an operation, in the order of their declaration. */
    static List<String> needed(Operation<?, ?> operation) {
        var form = ArgumentForms.of(operation);
        return of(operation)
                .path("required")
                .valueStream()
                .map(JsonNode::textValue)
                .filter(member -> !form.isAskedForByTheEngine(member))
                .toList();
    }

    private static ObjectNode record(Class<?> type, ArgumentForm form) {
        var schema = JsonSchemas.object();
        var properties = schema.putObject("properties");
        var required = JsonNodeFactory.instance.arrayNode();
        for (RecordComponent component : type.getRecordComponents()) {
            String member = ArgumentForms.member(component);
            String outside = form.outside(member);
            var described = described(component, member, form);
            // A text in place of an object is a format that the record does not have.
            form.defaultOf(outside)
                    .filter(value ->
                            value.isObject() == described.path("type").asText().equals("object"))
                    .ifPresent(value -> described.set("default", value));
            properties.set(outside, described);
            form.payload(member)
                    .flatMap(ArgumentForm.PayloadMembers::encoding)
                    .ifPresent(name -> properties.set(name, JsonSchemas.text()));
            boolean needed =
                    !isOptional(component.getType()) && !isListed(member, form) || form.isAskedForByTheEngine(member);
            if (needed && form.defaultOf(outside).isEmpty()) {
                required.add(outside);
            }
        }
        form.instructions().forEach(name -> properties.set(name, JsonSchemas.text()));
        form.list().ifPresent(either -> either.describe(schema));
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    private static ObjectNode described(RecordComponent component, String member, ArgumentForm form) {
        return form.payload(member).isPresent()
                ? bytes()
                : form.schema(member).orElseGet(() -> schema(component.getGenericType()));
    }

    private static boolean isListed(String member, ArgumentForm form) {
        return form.list().filter(either -> either.many().equals(member)).isPresent();
    }

    private static boolean isOptional(Class<?> type) {
        return type == Optional.class || type == OptionalInt.class || type == OptionalLong.class;
    }

    private static ObjectNode schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic);
        }
        var plain = (Class<?>) type;
        if (plain == int.class || plain == OptionalInt.class) {
            return JsonSchemas.integer(32);
        }
        if (plain == long.class || plain == OptionalLong.class) {
            return JsonSchemas.integer(64);
        }
        if (plain == boolean.class) {
            return JsonSchemas.truth();
        }
        if (plain == CapabilitySet.class) {
            return JsonSchemas.array(JsonSchemas.text());
        }
        if (plain == byte[].class || plain == Payload.class) {
            return bytes();
        }
        if (plain.isEnum() && Literal.class.isAssignableFrom(plain)) {
            return literals(plain);
        }
        return isObject(plain) ? record(plain, ArgumentForms.of(plain)) : JsonSchemas.text();
    }

    private static ObjectNode generic(ParameterizedType type) {
        var raw = (Class<?>) type.getRawType();
        var of = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return schema(of[0]);
        }
        if (Map.class.isAssignableFrom(raw)) {
            var map = JsonSchemas.object();
            map.set("additionalProperties", schema(of[1]));
            return map;
        }
        return Collection.class.isAssignableFrom(raw) ? JsonSchemas.array(schema(of[0])) : JsonSchemas.object();
    }

    private static boolean isObject(Class<?> type) {
        return type.isRecord() && !FlowFabricJson.isText(type);
    }

    private static ObjectNode literals(Class<?> type) {
        var schema = JsonSchemas.text();
        var values = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            values.add(((Literal) constant).literal());
        }
        return schema;
    }

    private static ObjectNode bytes() {
        return JsonSchemas.oneOf(
                "An array of numbers, or one of {base64}, {text} and {json}.",
                JsonSchemas.array(JsonSchemas.integer(0, 255)),
                JsonSchemas.object());
    }
}
