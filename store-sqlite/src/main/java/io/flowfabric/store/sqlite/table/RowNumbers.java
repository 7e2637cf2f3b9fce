package io.flowfabric.store.sqlite.table;

import io.flowfabric.model.id.ExecutionId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The row numbers of executions that were used lately. A number is never given to another execution, so one that is out
 * of date leads to no row at all. Used by the writer's thread only.
 */
final class RowNumbers {
    private static final int CAPACITY = 20_000;

    private final Map<ExecutionId, Long> numbers = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ExecutionId, Long> eldest) {
            return size() > CAPACITY;
        }
    };

    OptionalLong of(ExecutionId id) {
        Long known = numbers.get(id);
        return known == null ? OptionalLong.empty() : OptionalLong.of(known);
    }

    /** A list of numbers for SQLite's {@code json_each}. */
    static String json(Collection<? extends Number> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }

    void keep(Map<ExecutionId, Long> committed) {
        numbers.putAll(committed);
    }
}
