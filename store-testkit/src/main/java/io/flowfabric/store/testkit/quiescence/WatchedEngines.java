package io.flowfabric.store.testkit.quiescence;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.store.testkit.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Several engines on one store, each as a process of its own would have it, watched by a {@link QuiescenceOracle}. A test
 * that awaits its concurrent callers here fails as soon as one of them is parked beside work that it could have. It owns
 * the engines and their stores.
 */
public final class WatchedEngines implements AutoCloseable {
    private final Store own;
    private final List<Client> clients;
    private final QuiescenceOracle oracle;

    private WatchedEngines(Store own, List<Client> clients, QuiescenceOracle oracle) {
        this.own = own;
        this.clients = List.copyOf(clients);
        this.oracle = oracle;
    }

    /** So many engines; each of them, and the oracle, opens the store of the test once more. */
    public static WatchedEngines start(int count, EngineSettings settings, Supplier<? extends Store> opening) {
        var stores = new ArrayList<Store>();
        for (int i = 0; i < count; i++) {
            stores.add(opening.get());
        }
        return start(opening.get(), stores, settings);
    }

    /**
     * An engine on each of these stores.
     *
     * @param own the same data, read by the oracle alone
     */
    public static WatchedEngines start(Store own, List<? extends Store> stores, EngineSettings settings) {
        var counted = stores.stream().map(CountedStore::on).toList();
        var clients = counted.stream().map(store -> Client.of(store, settings)).toList();
        var engines = clients.stream().map(Client::engine).toList();
        return new WatchedEngines(own, clients, new QuiescenceOracle(own, engines, counted, settings.reclaimGrace()));
    }

    public List<Client> clients() {
        return clients;
    }

    public Client client(int number) {
        return clients.get(number);
    }

    public List<LocalEngine> engines() {
        return clients.stream().map(Client::engine).toList();
    }

    /** Waits until so many calls are parked, so that what is caused next finds them waiting. */
    public void awaitParked(int calls) throws InterruptedException {
        oracle.awaitParked(calls);
    }

    /** Waits until something has happened; fails when nothing moves although there is work for a call that waits. */
    public void await(BooleanSupplier happened) throws InterruptedException {
        oracle.awaitUnlessOverlooked(happened);
    }

    /** The answers of callers that run at the same time; fails as the first of them that fails, or as {@link #await}. */
    public <T> List<T> answers(List<? extends Future<T>> callers) throws InterruptedException, ExecutionException {
        await(() -> callers.stream().allMatch(Future::isDone));
        var answers = new ArrayList<T>();
        for (var caller : callers) {
            answers.add(caller.get());
        }
        return answers;
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
        own.close();
    }
}
