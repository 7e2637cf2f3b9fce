package io.flowfabric.testkit.contract;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.StoreInFront;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store that works, except for some calls on its transactions. */
record FaultyStore(Store store, Fault fault) implements StoreInFront {

    /** Which calls fail. */
    private interface Fault {
        boolean strikes(String method, Object[] arguments);
    }

    /** One execution cannot be purged. */
    static FaultyStore withoutPurgeOf(Store store, ExecutionId cursed) {
        return new FaultyStore(
                store,
                (method, arguments) -> method.equals("apply")
                        && ((List<?>) arguments[0])
                                .stream()
                                        .anyMatch(change -> change instanceof Change.Purged purged
                                                && purged.before().id().equals(cursed)));
    }

    /** One execution cannot be changed. */
    static FaultyStore withoutChangeOf(Store store, ExecutionId cursed) {
        return new FaultyStore(
                store,
                (method, arguments) -> method.startsWith("apply")
                        && ((List<?>) arguments[0])
                                .stream()
                                        .anyMatch(change -> change instanceof Change.OfExecution changed
                                                && changed.after().id().equals(cursed)));
    }

    /** The registry of workers cannot be listed. */
    static FaultyStore withoutRegistry(Store store) {
        return new FaultyStore(
                store, (method, arguments) -> method.equals("list") && arguments[0] instanceof WorkerReads.Scan);
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return store.write(weightBytes, deadline, tx -> unit.run(faulty(WriteTx.class, tx)));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return store.read(deadline, tx -> unit.run(faulty(ReadTx.class, tx)));
    }

    private <X> X faulty(Class<X> type, X tx) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (fault.strikes(method.getName(), arguments)) {
                        throw EngineError.of(ErrorCode.CORRUPTION, method.getName(), "It always fails.")
                                .toException();
                    }
                    try {
                        var answer = method.invoke(tx, arguments);
                        return answer instanceof WorkerReads workers ? faulty(WorkerReads.class, workers) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }
}
