package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ExecutionReads;
import io.flowfabric.engine.store.ExecutionReads.LeaseScan;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.model.op.ListExpiredLeases;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store is asked for one more than a page holds, and no page holds more than the operation allows. */
class ListingLimitTest {
    private final List<LeaseScan> scans = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"1, 2", "10000, 10001", "10001, 10001", "50000, 10001"})
    void aPageOfExpiredLeasesHoldsTenThousandAtMost(int limit, int askedFor) {
        try (var engine = LocalEngine.start(new ListeningStore(), EngineSettings.DEFAULT.withTimers(false))) {
            engine.call(
                    Catalogue.LIST_EXPIRED_LEASES,
                    new ListExpiredLeases(OptionalLong.of(0), Optional.empty(), limit, Optional.empty()));
        }

        assertThat(scans).extracting(LeaseScan::limit).containsExactly(askedFor);
    }

    /** It has nothing, and remembers what it was asked for. */
    private final class ListeningStore extends SilentStore {
        @Override
        public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
            var executions = proxy(ExecutionReads.class, (proxy, method, arguments) -> {
                scans.add((LeaseScan) arguments[0]);
                return List.of();
            });
            return unit.run(proxy(ReadTx.class, (proxy, method, arguments) -> executions));
        }

        private <X> X proxy(Class<X> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }
    }
}
