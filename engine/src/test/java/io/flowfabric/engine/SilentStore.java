package io.flowfabric.engine;

import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.BackendTag;
import java.util.concurrent.CompletableFuture;

/** A store that cannot be reached. */
public class SilentStore implements Store {
    private final Doorbells doorbells = new Doorbells();
    private boolean closed;

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return CompletableFuture.failedFuture(
                EngineError.of(ErrorCode.UNAVAILABLE).toException());
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        throw EngineError.of(ErrorCode.UNAVAILABLE).toException();
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
    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }
}
