package io.flowfabric.wire;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.partition.PartitionKey;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Sample values of any type of the model, with all optional parts. */
public final class SampleValues {
    private final Optional<Handle> handle;
    private final boolean full;
    private int number = 100;

    /** @param full whether optional parts are present */
    public SampleValues(Handle handle, boolean full) {
        this.handle = Optional.of(handle);
        this.full = full;
    }

    public static Handle handle(ExecutionId execution) {
        var payload = new HandlePayload(execution, 3, AttemptId.mint(), LeaseId.mint(), 7, 30_000, "main", "worker-1");
        return new Handle(
                BackendTag.JAVA_SQLITE, HandleKind.RESUMED, HandleCodec.encode(BackendTag.JAVA_SQLITE, payload));
    }

    /** A value of each variant of a type. */
    public List<Object> variants(Class<?> type) {
        return leaves(type).map(this::of).toList();
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(SampleValues::leaves)
                : Stream.of(type);
    }

    public Object of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic);
        }
        var plain = (Class<?>) type;
        if (plain == StateVector.class) {
            return vector();
        }
        return scalar(plain).orElseGet(() -> composed(plain));
    }

    /** With an attempt and a lease, or with neither. */
    private StateVector vector() {
        return Arrays.stream(VectorRow.values())
                .flatMap(row -> row.attemptStates().stream().map(state -> StateVector.of(row, state)))
                .filter(vector -> vector.attemptState().isOpen() == full)
                .filter(vector -> (vector.phase() == LifecyclePhase.ACTIVE) == full)
                .findFirst()
                .orElseThrow();
    }

    private Optional<Object> scalar(Class<?> type) {
        number++;
        if (type == int.class || type == Integer.class) {
            return Optional.of(number);
        }
        if (type == long.class || type == Long.class) {
            return Optional.of(number + 10_000_000_000L);
        }
        if (type == boolean.class || type == Boolean.class) {
            return Optional.of(true);
        }
        if (type == String.class || type == Object.class) {
            return Optional.of("text " + number);
        }
        if (type == byte[].class) {
            return Optional.of(new byte[] {0, 1, (byte) 200, (byte) number});
        }
        if (type == OptionalInt.class) {
            return Optional.of(full ? OptionalInt.of(number) : OptionalInt.empty());
        }
        if (type == OptionalLong.class) {
            return Optional.of(full ? OptionalLong.of(number + 10_000_000_000L) : OptionalLong.empty());
        }
        if (type == Handle.class) {
            return Optional.of(handle.orElseThrow());
        }
        return known(type);
    }

    private Optional<Object> known(Class<?> type) {
        if (type == ExecutionId.class) {
            return Optional.of(ExecutionId.minted(number % 256));
        }
        if (type == EventCursor.class) {
            return Optional.of(EventCursor.ofNumber(number));
        }
        if (type == CapabilitySet.class) {
            return Optional.of(CapabilitySet.required(List.of("gpu", "cuda")));
        }
        if (type == PartitionKey.class) {
            return Optional.of(PartitionKey.parse("{fp:7}"));
        }
        if (type == CancelSource.class) {
            return Optional.of(CancelSource.of("operator_override"));
        }
        if (type == EngineError.class) {
            return Optional.of(
                    EngineError.of(ErrorCode.CORRUPTION, "event 7", "Look.").with("a", "b"));
        }
        return Optional.empty();
    }

    private Object composed(Class<?> type) {
        if (type.isEnum()) {
            var constants = type.getEnumConstants();
            return constants[number % constants.length];
        }
        if (type.isSealed()) {
            return of(leaves(type).findFirst().orElseThrow());
        }
        Optional<Method> mint = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals("mint") && Modifier.isStatic(method.getModifiers()))
                .findFirst();
        if (mint.isPresent()) {
            return invoke(() -> mint.get().invoke(null));
        }
        if (FlowFabricJson.isText(type)) {
            return invoke(() -> type.getConstructor(String.class).newInstance("name-" + number));
        }
        return record(type);
    }

    private Object record(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalStateException("There is no sample of " + type);
        }
        var components = type.getRecordComponents();
        var arguments = Arrays.stream(components)
                .map(RecordComponent::getGenericType)
                .map(this::of)
                .toArray();
        return invoke(() -> canonical(type, components).newInstance(arguments));
    }

    private static Constructor<?> canonical(Class<?> type, RecordComponent[] components) throws NoSuchMethodException {
        var constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor;
    }

    private Object generic(ParameterizedType type) {
        var raw = (Class<?>) type.getRawType();
        var of = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return full ? Optional.of(of(of[0])) : Optional.empty();
        }
        if (raw == Map.class) {
            return Map.of(of[0] == String.class ? "acme.key" : of(of[0]), of(of[1]));
        }
        if (raw == Set.class) {
            return Set.of(of(of[0]));
        }
        if (raw == List.class) {
            return new ArrayList<>(of[0] instanceof Class<?> plain ? variants(plain) : List.of(of(of[0])));
        }
        throw new IllegalStateException("There is no sample of " + type);
    }

    private interface Making {
        Object make() throws ReflectiveOperationException;
    }

    private static Object invoke(Making making) {
        try {
            return making.make();
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(String.valueOf(failed.getCause()), failed);
        }
    }
}
