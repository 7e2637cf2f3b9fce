package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.CursorReads;
import io.flowfabric.engine.store.read.ExecutionReads.LeaseScan;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.worker.ListWorkers;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store is asked for one more than a page holds, and for no more than a portion at once. */
class ListingLimitTest {
    private final List<Object> asked = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"1, 2", "255, 256", "256, 256", "10000, 256", "50000, 256"})
    void expiredLeasesAreReadInPortions(int limit, int askedFor) {
        call(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(OptionalLong.of(0), Optional.empty(), limit, Optional.empty()));

        assertThat(asked)
                .singleElement()
                .isInstanceOfSatisfying(
                        LeaseScan.class, scan -> assertThat(scan.limit()).isEqualTo(askedFor));
    }

    /** A worker has up to 256 lanes and 4096 bytes of capabilities. */
    @ParameterizedTest
    @CsvSource({"1, 2", "255, 256", "1000, 256", "10000, 256"})
    void workersAreReadInPortions(int limit, int askedFor) {
        call(Catalogue.LIST_WORKERS, new ListWorkers(Optional.empty(), Optional.empty(), limit));

        assertThat(asked)
                .singleElement()
                .isInstanceOfSatisfying(
                        WorkerReads.Scan.class, scan -> assertThat(scan.limit()).isEqualTo(askedFor));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "255, 256", "1000, 256", "10000, 256"})
    void cursorsAreReadInPortions(int limit, int askedFor) {
        call(Catalogue.LIST_CURSORS, new ListCursors(Optional.empty(), Optional.empty(), limit));

        assertThat(asked)
                .singleElement()
                .isInstanceOfSatisfying(
                        CursorReads.Scan.class, scan -> assertThat(scan.limit()).isEqualTo(askedFor));
    }

    private <A> void call(Operation<A, ?> operation, A arguments) {
        try (var engine = LocalEngine.start(new ListeningStore(), EngineSettings.DEFAULT.withTimers(false))) {
            engine.call(operation, arguments);
        }
    }

    /** It has nothing, and remembers what it was asked for. */
    private final class ListeningStore extends SilentStore {
        @Override
        public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
            return unit.run(proxy(
                    ReadTx.class,
                    (tx, family, none) -> family.getReturnType() == long.class
                            ? (Object) 0L
                            : proxy(family.getReturnType(), (reads, method, arguments) -> {
                                asked.addAll(List.of(arguments));
                                return List.of();
                            })));
        }

        private <X> X proxy(Class<X> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }
    }
}
