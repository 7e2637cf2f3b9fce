package io.flowfabric.bench.micro;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.handle.BackendTag;
import java.util.concurrent.CompletableFuture;

/**
 * A store that does nothing, in no time: it hands out executions that were made before, keeps those under a lease in
 * memory until they end, and forgets everything else. Belongs to one thread.
 */
final class NothingStore implements Store {
    private final Doorbells doorbells = new Doorbells();
    private final NothingTx transaction;

    /** With this many executions to hand out. */
    NothingStore(int executions) {
        this.transaction = new NothingTx(executions);
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return CompletableFuture.completedFuture(unit.run(transaction));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        throw new UnsupportedOperationException("nothing is stored here");
    }

    @Override
    public Doorbells doorbells() {
        return doorbells;
    }

    @Override
    public BackendTag backend() {
        return BackendTag.JAVA_SQLITE;
    }

    @Override
    public void close() {}
}
