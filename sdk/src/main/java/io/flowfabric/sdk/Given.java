package io.flowfabric.sdk;

import java.util.List;
import java.util.Objects;

/** Refuses what was not given. */
final class Given {
    private Given() {}

    /** All of them; fails with the name of one when it, or all of them, are {@code null}. */
    static List<String> all(String name, String[] values) {
        for (String value : Objects.requireNonNull(values, name)) {
            Objects.requireNonNull(value, name);
        }
        return List.of(values);
    }
}
