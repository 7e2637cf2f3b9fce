package io.flowfabric.sdk.internal;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Turns a paged listing into a stream that reads a page when the one before it is consumed. */
public final class Pages {
    private Pages() {}

    /**
     * A page of a listing.
     *
     * @param next where the following one begins; empty on the last
     */
    public record Page<T, C>(List<T> items, Optional<C> next) {}

    public static <T, C> Stream<T> stream(Function<Optional<C>, Page<T, C>> read) {
        return Stream.iterate(
                        Optional.of(read.apply(Optional.empty())),
                        Optional::isPresent,
                        page -> page.get().next().map(next -> read.apply(Optional.of(next))))
                .flatMap(page -> page.get().items().stream());
    }
}
