package io.flowfabric.testkit.contract;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.id.ExecutionId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store that works, except that one execution cannot be purged. Leaves the store behind it open. */
record CursedStore(Store store, ExecutionId cursed) implements Store {

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return store.write(weightBytes, deadline, tx -> unit.run(cursed(tx)));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return store.read(deadline, unit);
    }

    @Override
    public Doorbells doorbells() {
        return store.doorbells();
    }

    @Override
    public BackendTag backend() {
        return store.backend();
    }

    @Override
    public void close() {}

    private WriteTx cursed(WriteTx tx) {
        return (WriteTx) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {WriteTx.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply") && purgesCursed((List<?>) arguments[0])) {
                        throw EngineError.of(ErrorCode.CORRUPTION, cursed.toString(), "This one cannot be purged.")
                                .toException();
                    }
                    try {
                        return method.invoke(tx, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private boolean purgesCursed(List<?> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof Change.Purged purged
                        && purged.before().id().equals(cursed));
    }
}
