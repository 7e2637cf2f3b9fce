package io.flowfabric.engine.rules;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What holds for the arguments of every operation: each text in them, however deep, obeys {@link TextRules}. Looked at
 * before a store is asked, so that all of them refuse the same. Bytes are free.
 */
public final class ArgumentRules {
    private static final String MODEL = "io.flowfabric.model.";

    private static final ClassValue<List<Part>> PARTS = new ClassValue<>() {
        @Override
        protected List<Part> computeValue(Class<?> type) {
            return Part.of(type);
        }
    };

    private ArgumentRules() {}

    /** Refuses arguments of which a part breaks a rule, and names that part. */
    public static Optional<EngineError> check(Record arguments) {
        return check("", arguments);
    }

    private static Optional<EngineError> check(String path, Record whole) {
        for (Part part : PARTS.get(whole.getClass())) {
            var refusal = part.check(path, whole);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** A component that can lead to a text; most of those of the arguments that are called most often cannot. */
    private record Part(String name, Method accessor) {
        static List<Part> of(Class<?> type) {
            var components = type.getRecordComponents();
            // An id is its text: what is wrong is wrong with the id.
            boolean isText = components.length == 1 && components[0].getType() == String.class;
            return Arrays.stream(components)
                    .filter(component -> mayLeadToText(component.getType()))
                    .map(component -> new Part(isText ? "" : snakeCase(component), component.getAccessor()))
                    .toList();
        }

        Optional<EngineError> check(String path, Record whole) {
            String field = path.isEmpty() || name.isEmpty() ? path + name : path + "." + name;
            return checkValue(field, value(whole));
        }

        private Object value(Record whole) {
            try {
                return accessor.invoke(whole);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("The model's records are open to all", impossible);
            }
        }
    }

    private static Optional<EngineError> checkValue(String field, Object value) {
        if (value instanceof String text) {
            return TextRules.check(field, text);
        }
        if (value instanceof Optional<?> perhaps) {
            return perhaps.flatMap(present -> checkValue(field, present));
        }
        if (value instanceof Collection<?> all) {
            return checkItems(field, all);
        }
        if (value instanceof Map<?, ?> map) {
            return checkEntries(field, map);
        }
        return value instanceof Record whole && whole.getClass().getName().startsWith(MODEL)
                ? check(field, whole)
                : Optional.empty();
    }

    private static Optional<EngineError> checkItems(String field, Collection<?> items) {
        int place = 0;
        for (Object item : items) {
            var refusal = checkValue("%s[%d]".formatted(field, place++), item);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static Optional<EngineError> checkEntries(String field, Map<?, ?> map) {
        for (var entry : map.entrySet()) {
            String key = entry.getKey().toString();
            var refusal = TextRules.check(field + " key", key)
                    .or(() -> checkValue(field + "." + UnicodeText.shown(key), entry.getValue()));
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static boolean mayLeadToText(Class<?> type) {
        return type == String.class
                || type == Optional.class
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.isRecord() && !PARTS.get(type).isEmpty()
                || type.isSealed();
    }

    private static String snakeCase(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
