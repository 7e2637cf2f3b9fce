package io.flowfabric.bench.scenario;

import io.flowfabric.bench.place.Place;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where the runs of one contestant take place.
 *
 * @param take a place for the next run
 * @param leave what becomes of it afterwards
 */
record Venue<P extends Place>(Supplier<P> take, Consumer<P> leave) {

    /** A new place for every run. */
    static <P extends Place> Venue<P> fresh(Supplier<P> places) {
        return new Venue<>(places, Place::close);
    }

    /** The same place for all of them. Whoever opened it closes it. */
    static <P extends Place> Venue<P> kept(P place) {
        return new Venue<>(() -> place, same -> {});
    }
}
