package io.flowfabric.sdk.internal;

import java.util.List;
import java.util.Objects;

/** Checks arguments. */
public final class Preconditions {
    private Preconditions() {}

    /** A copy of the values; fails with the name if the array, or one of its elements, is {@code null}. */
    public static List<String> all(String name, String[] values) {
        for (String value : Objects.requireNonNull(values, name)) {
            Objects.requireNonNull(value, name);
        }
        return List.of(values);
    }
}
