package io.flowfabric.model;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds the constant of an enum by its literal. Safe for use by any thread. */
public final class Literals {

    // States are parsed for every row that is read, so the scan over the constants is done once per enum.
    private static final ClassValue<Map<String, Object>> BY_LITERAL = new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
            return index(type);
        }
    };

    private Literals() {}

    /** The constant of {@code type} spelled {@code literal}, or empty when there is none. The case matters. */
    public static <E extends Enum<E> & Literal> Optional<E> parse(Class<E> type, String literal) {
        return Optional.ofNullable(type.cast(BY_LITERAL.get(type).get(literal)));
    }

    private static Map<String, Object> index(Class<?> type) {
        var byLiteral = new HashMap<String, Object>();
        for (Object constant : type.getEnumConstants()) {
            String literal = ((Literal) constant).literal();
            if (byLiteral.put(literal, constant) != null) {
                throw new IllegalStateException("Two constants of " + type.getName() + " are spelled " + literal);
            }
        }
        return Collections.unmodifiableMap(byLiteral);
    }
}
