package io.flowfabric.testkit.interleaved;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.testkit.StoreInFront;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/**
 * A store whose transactions wait for their turn at every step, if they are begun by a call of an {@link Interleaving}.
 * All others pass.
 */
public record SteppedStore(Store store, Granularity granularity) implements StoreInFront {
    private static final String REPOSITORIES = ReadTx.class.getPackageName();

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
        T answer = unit.run(stepped(party, type, tx));
        party.step("commit");
        return answer;
    }

    private static <X> X stepped(Party party, Class<X> type, X behind) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    var returned = method.getReturnType();
                    boolean repository =
                            returned.isInterface() && returned.getPackageName().equals(REPOSITORIES);
                    if (!repository) {
                        party.step(method.getName());
                    }
                    try {
                        var answer = method.invoke(behind, arguments);
                        return repository ? steppedRepository(party, returned, answer) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private static <X> Object steppedRepository(Party party, Class<X> type, Object behind) {
        return stepped(party, type, type.cast(behind));
    }
}
