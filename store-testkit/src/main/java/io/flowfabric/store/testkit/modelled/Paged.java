package io.flowfabric.store.testkit.modelled;

import java.util.List;
import java.util.Optional;

/** The front of a listing, and its last item when more remain. */
record Paged<T>(List<T> items, Optional<T> next) {
    static <T> Paged<T> front(List<T> all, int limit) {
        var items = List.copyOf(all.subList(0, Math.min(all.size(), Math.max(limit, 0))));
        boolean more = !items.isEmpty() && items.size() < all.size();
        return new Paged<>(items, more ? Optional.of(items.get(items.size() - 1)) : Optional.empty());
    }
}
