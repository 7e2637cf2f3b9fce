package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.Literal;
import io.flowfabric.model.capability.CapabilitySet;
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
    private static final PropertyNamingStrategies.SnakeCaseStrategy SNAKE =
            new PropertyNamingStrategies.SnakeCaseStrategy();

    private ArgumentSchemas() {}

    /** The schema of the arguments of an operation. */
    public static ObjectNode of(Operation<?, ?> operation) {
        return record(operation.arguments(), ArgumentForms.of(operation));
    }

    /** The members without which the arguments of an operation cannot be read, in the order in which they are declared. */
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
        var schema = Schemas.object();
        var properties = schema.putObject("properties");
        var required = JsonNodeFactory.instance.arrayNode();
        for (RecordComponent component : type.getRecordComponents()) {
            String member = SNAKE.translate(component.getName());
            String outside = form.outside(member);
            var described = described(component, member, form);
            // A text in place of an object is how a record has none.
            form.defaultOf(outside)
                    .filter(value ->
                            value.isObject() == described.path("type").asText().equals("object"))
                    .ifPresent(value -> described.set("default", value));
            properties.set(outside, described);
            form.payload(member)
                    .flatMap(ArgumentForm.PayloadMembers::encoding)
                    .ifPresent(name -> properties.set(name, Schemas.text()));
            boolean needed =
                    !isOptional(component.getType()) && !isListed(member, form) || form.isAskedForByTheEngine(member);
            if (needed && form.defaultOf(outside).isEmpty()) {
                required.add(outside);
            }
        }
        form.instructions().forEach(name -> properties.set(name, Schemas.text()));
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
            return Schemas.integer(32);
        }
        if (plain == long.class || plain == OptionalLong.class) {
            return Schemas.integer(64);
        }
        if (plain == boolean.class) {
            return Schemas.truth();
        }
        if (plain == CapabilitySet.class) {
            return Schemas.array(Schemas.text());
        }
        if (plain == byte[].class || plain == Payload.class) {
            return bytes();
        }
        if (plain.isEnum() && Literal.class.isAssignableFrom(plain)) {
            return literals(plain);
        }
        return isObject(plain) ? record(plain, formOf(plain)) : Schemas.text();
    }

    private static ObjectNode generic(ParameterizedType type) {
        var raw = (Class<?>) type.getRawType();
        var of = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return schema(of[0]);
        }
        if (Map.class.isAssignableFrom(raw)) {
            var map = Schemas.object();
            map.set("additionalProperties", schema(of[1]));
            return map;
        }
        return Collection.class.isAssignableFrom(raw) ? Schemas.array(schema(of[0])) : Schemas.object();
    }

    /** The items of a batch look like the arguments of the single call. */
    private static ArgumentForm formOf(Class<?> item) {
        return Catalogue.all().stream()
                .filter(operation -> operation.arguments() == item)
                .findFirst()
                .map(ArgumentForms::of)
                .orElse(ArgumentForm.PLAIN);
    }

    /** Ids and names are texts, whatever they are made of. */
    private static boolean isObject(Class<?> type) {
        return type.isRecord() && !type.getPackageName().endsWith(".id");
    }

    private static ObjectNode literals(Class<?> type) {
        var schema = Schemas.text();
        var values = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            values.add(((Literal) constant).literal());
        }
        return schema;
    }

    private static ObjectNode bytes() {
        return Schemas.oneOf(
                "An array of numbers, or one of {base64}, {text} and {json}.",
                Schemas.array(Schemas.integer(0, 255)),
                Schemas.object());
    }
}
