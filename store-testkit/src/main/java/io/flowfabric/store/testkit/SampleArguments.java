package io.flowfabric.store.testkit;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The arguments of any operation, made from their record alone, and the same with one part replaced, so that a test about
 * every text, number or list of every operation covers the operations of later versions, too.
 */
public final class SampleArguments {
    private static final UUID UUID_SAMPLE = UUID.fromString("11111111-1111-4111-8111-111111111111");

    private final List<ArgumentPath> places = new ArrayList<>();
    private final Optional<ArgumentPath> replaced;
    private final Object replacement;

    private SampleArguments(Optional<ArgumentPath> replaced, Object replacement) {
        this.replaced = replaced;
        this.replacement = replacement;
    }

    /** What stands at a place. */
    public enum Sort {
        TEXT,
        NUMBER,
        /** A list, a set or a map. */
        ITEMS
    }

    /**
     * A part of arguments.
     *
     * @param path the components that lead to it, in snake case; {@code []} for an item, {@code {}} for the value of an
     *     entry, {@code {key}} for its key
     * @param owner the record whose component it is, or is in
     * @param component the name that it has there, with the same marks
     */
    public record ArgumentPath(String path, Sort sort, Class<?> owner, String component) {
        /** The component of the arguments themselves that leads there. */
        public String member() {
            return path.split("[.\\[{]", 2)[0];
        }
    }

    /** Every part of the arguments of a type. */
    public static List<ArgumentPath> places(Class<?> type) {
        var sample = new SampleArguments(Optional.empty(), "");
        sample.make(type, new Spot("", "", type));
        return List.copyOf(sample.places);
    }

    /** Arguments in which every part is there. */
    public static <A> A of(Class<A> type) {
        return type.cast(new SampleArguments(Optional.empty(), "").make(type, new Spot("", "", type)));
    }

    /**
     * Makes the same with another text, number ({@link Long}) or so many items ({@link Integer}) at a place. What the
     * constructor of a part refuses, it throws.
     */
    public static <A> Supplier<A> with(Class<A> type, ArgumentPath place, Object value) {
        return () -> type.cast(new SampleArguments(Optional.of(place), value).make(type, new Spot("", "", type)));
    }

    /** Where a value stands. */
    private record Spot(String path, String component, Class<?> owner) {
        Spot marked(String mark) {
            return new Spot(path + mark, component + mark, owner);
        }
    }

    private Object make(Type type, Spot spot) {
        if (type instanceof ParameterizedType generic) {
            return generic((Class<?>) generic.getRawType(), generic.getActualTypeArguments(), spot);
        }
        return plain((Class<?>) type, spot);
    }

    private Object generic(Class<?> raw, Type[] of, Spot spot) {
        if (raw == Optional.class) {
            return Optional.of(make(of[0], spot));
        }
        if (raw == Map.class) {
            return map(of, spot);
        }
        Object item = make(of[0], spot.marked("[]"));
        // Equal texts might be taken for one.
        List<?> items = IntStream.range(0, count(spot))
                .mapToObj(i -> i > 0 && item instanceof String text ? text + i : item)
                .toList();
        return raw == Set.class ? Set.copyOf(items) : items;
    }

    private Map<?, ?> map(Type[] of, Spot spot) {
        Object key = of[0] == String.class ? text(spot.marked("{key}"), "acme.a") : make(of[0], spot.marked("{key}"));
        Object value = make(of[1], spot.marked("{}"));
        int count = count(spot);
        var entries = new HashMap<Object, Object>(Map.of(key, value));
        for (int i = 1; i < count; i++) {
            entries.put(key + "_" + i, value);
        }
        return entries;
    }

    private Object plain(Class<?> type, Spot spot) {
        if (type == String.class) {
            return text(spot, "main");
        }
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact(number(spot));
        }
        if (type == long.class || type == Long.class) {
            return number(spot);
        }
        if (type == OptionalInt.class) {
            return OptionalInt.of(Math.toIntExact(number(spot)));
        }
        if (type == OptionalLong.class) {
            return OptionalLong.of(number(spot));
        }
        if (type == CapabilitySet.class) {
            String token = text(spot.marked("[]"), "gpu");
            return CapabilitySet.ofWorker(IntStream.range(0, count(spot))
                    .mapToObj(i -> i == 0 ? token : token + i)
                    .toList());
        }
        return type.isRecord() && type != ExecutionId.class ? composed(type, spot) : fixed(type);
    }

    private static Object fixed(Class<?> type) {
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == byte[].class) {
            return new byte[] {1};
        }
        if (type == UUID.class) {
            return UUID_SAMPLE;
        }
        if (type == ExecutionId.class) {
            return new ExecutionId(7, UUID_SAMPLE);
        }
        if (type == EventCursor.class) {
            return EventCursor.ofNumber(1);
        }
        if (type == Handle.class) {
            return new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[] {1});
        }
        throw new IllegalStateException("There is no sample of " + type + "; say here what one is");
    }

    /** A record of one component, as ids are, is what its component is. */
    private Object composed(Class<?> type, Spot spot) {
        String path = spot.path();
        var components = type.getRecordComponents();
        boolean isId = components.length == 1 && !path.isEmpty();
        var values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            String name = snakeCase(components[i].getName());
            String inner = path.isEmpty() ? name : path + "." + name;
            values[i] = make(components[i].getGenericType(), new Spot(isId ? path : inner, name, type));
        }
        try {
            return type.getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new))
                    .newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("The model's records are open to all", impossible);
        }
    }

    private String text(Spot spot, String usual) {
        return part(spot, Sort.TEXT).map(String.class::cast).orElse(usual);
    }

    private long number(Spot spot) {
        return part(spot, Sort.NUMBER).map(Long.class::cast).orElse(1L);
    }

    private int count(Spot spot) {
        return part(spot, Sort.ITEMS).map(Integer.class::cast).orElse(1);
    }

    private Optional<Object> part(Spot spot, Sort sort) {
        var place = new ArgumentPath(spot.path(), sort, spot.owner(), spot.component());
        places.add(place);
        return replaced.filter(place::equals).map(any -> replacement);
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
