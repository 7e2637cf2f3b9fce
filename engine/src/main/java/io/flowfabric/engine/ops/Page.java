package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Limits;
import java.util.List;
import java.util.Optional;

/** The front of what a listing found, and its last item when more remain. A listing looks one item further for that. */
record Page<T>(List<T> items, Optional<T> next) {

    static <T> Page<T> of(List<T> found, int limit) {
        boolean more = found.size() > limit;
        var items = more ? found.subList(0, limit) : found;
        return new Page<>(items, more ? Optional.of(items.get(limit - 1)) : Optional.empty());
    }

    /** How many to look for. */
    static int oneMore(int limit) {
        return limit + 1;
    }

    /** How many of those asked for fit on a page of a list with small entries. */
    static int longest(int limit) {
        return Math.min(limit, Limits.LONG_PAGE);
    }

    /** How many of those asked for fit on a page of a list whose entries may be kilobytes long. */
    static int usual(int limit) {
        return Math.min(limit, Limits.PAGE);
    }
}
