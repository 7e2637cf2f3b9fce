package io.flowfabric.engine.rules.limit;

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
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What holds for the arguments of every operation: each text in them, however deep, obeys {@link TextRules}, and
 * nothing is longer, larger or more than {@link Limits} say. Checked before a store is used, so that all stores refuse
 * the same. Bytes are free.
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

    /** A component that can lead to a text or has a limit; most components of frequent calls have neither. */
    private record Part(String name, Method accessor, Bounds bounds) {
        static List<Part> of(Class<?> type) {
            var components = type.getRecordComponents();
            // An id is its text: what is wrong is wrong with the id.
            boolean isText = components.length == 1 && components[0].getType() == String.class;
            return Arrays.stream(components)
                    .map(component -> part(type, component, isText))
                    .filter(part -> mayLeadToText(part.accessor().getReturnType())
                            || part.bounds().isBound())
                    .toList();
        }

        private static Part part(Class<?> type, RecordComponent component, boolean isText) {
            String name = snakeCase(component);
            return new Part(isText ? "" : name, component.getAccessor(), Bounds.of(type, name));
        }

        Optional<EngineError> check(String path, Record whole) {
            String field = path.isEmpty() || name.isEmpty() ? path + name : path + "." + name;
            return checkValue(field, value(whole), bounds);
        }

        private Object value(Record whole) {
            try {
                return accessor.invoke(whole);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("The model's records are open to all", impossible);
            }
        }
    }

    /** The limits of a part, of its items or values, and of its keys. */
    private record Bounds(Optional<Limit> own, Optional<Limit> items, Optional<Limit> values, Optional<Limit> keys) {
        static Bounds of(Class<?> owner, String name) {
            return new Bounds(
                    limit(owner, name),
                    limit(owner, name + "[]"),
                    limit(owner, name + "{}"),
                    limit(owner, name + "{key}"));
        }

        private static Optional<Limit> limit(Class<?> owner, String name) {
            return Limits.of(owner, name).filter(limit -> limit.beyond() == Limit.Beyond.REFUSED);
        }

        boolean isBound() {
            return own.isPresent();
        }

        Bounds of(Optional<Limit> inner) {
            return new Bounds(inner, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    private static Optional<EngineError> checkValue(String field, Object value, Bounds bounds) {
        if (value instanceof String text) {
            return TextRules.check(field, text).or(() -> bounds.own().flatMap(limit -> limit.check(field, text)));
        }
        if (value instanceof Number number) {
            return bounds.own().flatMap(limit -> limit.check(field, number.longValue()));
        }
        if (value instanceof Optional<?> perhaps) {
            return perhaps.flatMap(present -> checkValue(field, present, bounds));
        }
        if (value instanceof OptionalInt perhaps) {
            return perhaps.isEmpty() ? Optional.empty() : checkValue(field, perhaps.getAsInt(), bounds);
        }
        if (value instanceof OptionalLong perhaps) {
            return perhaps.isEmpty() ? Optional.empty() : checkValue(field, perhaps.getAsLong(), bounds);
        }
        if (value instanceof Collection<?> all) {
            return bounds.own()
                    .flatMap(limit -> limit.checkSize(field, all.size()))
                    .or(() -> checkItems(field, all, bounds));
        }
        if (value instanceof Map<?, ?> map) {
            return bounds.own()
                    .flatMap(limit -> limit.checkSize(field, map.size()))
                    .or(() -> checkEntries(field, map, bounds));
        }
        return value instanceof Record whole && whole.getClass().getName().startsWith(MODEL)
                ? check(field, whole)
                : Optional.empty();
    }

    private static Optional<EngineError> checkItems(String field, Collection<?> items, Bounds bounds) {
        var each = bounds.of(bounds.items());
        int place = 0;
        for (Object item : items) {
            var refusal = checkValue("%s[%d]".formatted(field, place++), item, each);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static Optional<EngineError> checkEntries(String field, Map<?, ?> map, Bounds bounds) {
        var keys = bounds.of(bounds.keys());
        var values = bounds.of(bounds.values());
        for (var entry : map.entrySet()) {
            var refusal = checkValue(field + " key", entry.getKey(), keys)
                    .or(() -> checkValue(
                            field + "." + UnicodeText.shown(entry.getKey().toString()), entry.getValue(), values));
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
