package io.flowfabric.server.auth;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Replaces values inside arguments and answers: in records, lists and optional values, at any depth. */
final class RecordRewriter {
    private static final String MODEL = "io.flowfabric.model.";
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private RecordRewriter() {}

    /** Replaces one value, or returns it unchanged. */
    interface Changer extends BiFunction<Type, Object, Object> {}

    /** A copy with its parts changed; the same instance if nothing was changed. */
    static <T> T change(T value, Changer changer) {
        @SuppressWarnings("unchecked") // a value is replaced by one of its type
        T changed = (T) walk(value.getClass(), value, changer);
        return changed;
    }

    private static Object walk(Type type, Object value, Changer changer) {
        Object changed = changer.apply(type, value);
        if (changed != value) {
            return changed;
        }
        if (value instanceof Optional<?> perhaps && perhaps.isPresent()) {
            Object inner = perhaps.get();
            Object other = walk(inner.getClass(), inner, changer);
            return other == inner ? value : Optional.of(other);
        }
        if (value instanceof List<?> list) {
            var others = list.stream()
                    .map(item -> walk(item.getClass(), item, changer))
                    .toList();
            return same(list.toArray(), others.toArray()) ? value : others;
        }
        if (value instanceof Record whole && value.getClass().getName().startsWith(MODEL)) {
            return SHAPES.get(value.getClass()).change(whole, changer);
        }
        return value;
    }

    private static boolean same(Object[] before, Object[] after) {
        for (int i = 0; i < before.length; i++) {
            if (before[i] != after[i]) {
                return false;
            }
        }
        return true;
    }

    private record Shape(RecordComponent[] components, Constructor<?> constructor) {
        static Shape of(Class<?> type) {
            var components = type.getRecordComponents();
            var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                return new Shape(components, type.getDeclaredConstructor(types));
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException("A record has a constructor for its components", impossible);
            }
        }

        Object change(Record whole, Changer changer) {
            var before = new Object[components.length];
            var after = new Object[components.length];
            try {
                for (int i = 0; i < components.length; i++) {
                    before[i] = components[i].getAccessor().invoke(whole);
                    after[i] = walk(components[i].getGenericType(), before[i], changer);
                }
                return same(before, after) ? whole : constructor.newInstance(after);
            } catch (InvocationTargetException refused) {
                throw refused.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException(refused.getCause());
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("The model's records are open to all", impossible);
            }
        }
    }
}
