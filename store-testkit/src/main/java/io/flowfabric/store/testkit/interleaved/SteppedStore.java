package io.flowfabric.store.testkit.interleaved;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.store.testkit.InterceptedTx;
import io.flowfabric.store.testkit.StoreInFront;
import java.util.concurrent.CompletableFuture;

/**
 * A store whose transactions wait for their turn at every step, if they are begun by a call of an {@link Interleaving}.
 * All others pass.
 */
public record SteppedStore(Store store, Granularity granularity) implements StoreInFront {
    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        var party = Party.ofThisThread();
        if (party.isEmpty()) {
            return store.write(weightBytes, deadline, unit);
        }
        party.get().step("begin");
        return store.write(weightBytes, deadline, tx -> run(party.get(), WriteTx.class, tx, unit));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        var party = Party.ofThisThread();
        if (party.isEmpty()) {
            return store.read(deadline, unit);
        }
        party.get().step("read");
        return store.read(deadline, tx -> run(party.get(), ReadTx.class, tx, unit));
    }

    private <X, T> T run(Party party, Class<X> type, X tx, Unit<X, T> unit) {
        if (granularity == Granularity.TRANSACTION) {
            return unit.run(tx);
        }
        T answer = unit.run(InterceptedTx.of(type, tx, (method, arguments, rest) -> {
            party.step(method.getName());
            return rest.run();
        }));
        party.step("commit");
        return answer;
    }
}
