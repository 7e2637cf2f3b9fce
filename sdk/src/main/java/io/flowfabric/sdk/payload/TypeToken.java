package io.flowfabric.sdk.payload;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Objects;

/**
 * A type with its parameters, where a class is not enough. Immutable.
 *
 * <pre>{@code
 * var lines = new TypeToken<List<Line>>() {};
 * fabric.worker("orders").on("pack", lines, (task, all) -> pack(all)).start();
 * }</pre>
 *
 * @param <T> the type
 */
public abstract class TypeToken<T> {
    private final Type type;

    /**
     * The type that a subclass names, as in {@code new TypeToken<List<Order>>() {}}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if it names a type variable, or no
     *     type
     */
    protected TypeToken() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)
                || !isKnown(parent.getActualTypeArguments()[0])) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "type: " + getClass().getGenericSuperclass(),
                            "Name a class and its parameters, as in new TypeToken<List<Order>>() {}.")
                    .toException();
        }
        this.type = parent.getActualTypeArguments()[0];
    }

    private TypeToken(Class<T> type) {
        this.type = Objects.requireNonNull(type, "type");
    }

    /** A class without parameters. */
    public static <T> TypeToken<T> of(Class<T> type) {
        return new TypeToken<>(type) {};
    }

    /** The type to pass to a {@link PayloadCodec}. */
    public final Type type() {
        return type;
    }

    /** Whether a value is an instance of the type; type parameters are not checked. */
    public final boolean isInstance(Object value) {
        var raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
        return !(raw instanceof Class<?> known)
                || MethodType.methodType(known).wrap().returnType().isInstance(value);
    }

    private static boolean isKnown(Type type) {
        return type instanceof Class || type instanceof ParameterizedType;
    }

    /** The type, as the language writes it. */
    @Override
    public final String toString() {
        return type.getTypeName();
    }
}
