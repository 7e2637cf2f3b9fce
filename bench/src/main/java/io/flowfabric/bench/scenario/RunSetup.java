package io.flowfabric.bench.scenario;

import io.flowfabric.bench.store.BenchStore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The stores for the runs of one system.
 *
 * @param take a store for the next run
 * @param leave what becomes of it afterwards
 */
record RunSetup<P extends BenchStore>(Supplier<P> take, Consumer<P> leave) {

    /** A new store for every run. */
    static <P extends BenchStore> RunSetup<P> fresh(Supplier<P> benchStores) {
        return new RunSetup<>(benchStores, BenchStore::close);
    }

    /** The same store for all of them. The caller that opened it closes it. */
    static <P extends BenchStore> RunSetup<P> kept(P benchStore) {
        return new RunSetup<>(() -> benchStore, same -> {});
    }
}
