package io.flowfabric.engine.ops;

import java.util.List;
import java.util.Optional;

/** The front of what a listing found, and its last item when more remain. A listing looks one item further for that. */
record Page<T>(List<T> items, Optional<T> next) {

    static <T> Page<T> of(List<T> found, int limit) {
        boolean more = found.size() > limit;
        var items = more ? found.subList(0, limit) : found;
        return new Page<>(items, more ? Optional.of(items.get(limit - 1)) : Optional.empty());
    }

    /** How many to look for; the greatest limit has none beyond it. */
    static int oneMore(int limit) {
        return limit == Integer.MAX_VALUE ? limit : limit + 1;
    }
}
