package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that is not registered has no row to lock, so that two could register it as new. */
@Timeout(60)
class WorkerRaceTest {
    private final String address = TestPostgres.freshAddress();
    private final Store store = TestPostgres.open(address);
    private final Client other = Client.of(TestPostgres.open(address));
    private final WorkerInstanceId instance = new WorkerInstanceId("w-1");
    private final WorkerKey key = new WorkerKey(Client.NAMESPACE, instance);

    @AfterEach
    void close() {
        other.close();
        store.close();
    }

    @Test
    void workerThatAnotherRegistersMeanwhileIsSearchedAgain() {
        var found = new ArrayList<Boolean>();

        store.write(0, Deadline.in(Duration.ofSeconds(30)), tx -> {
                    boolean known = tx.workers().lock(List.of(key)).containsKey(key);
                    found.add(known);
                    if (!known) {
                        // On a thread of its own, since this one belongs to the store.
                        CompletableFuture.runAsync(this::registerElsewhere).join();
                    }
                    tx.apply(List.of(new Change.WorkerStored(worker())));
                    return true;
                })
                .join();

        assertThat(found).containsExactly(false, true);
    }

    private void registerElsewhere() {
        other.engine()
                .call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId("w"),
                                instance,
                                Client.NAMESPACE,
                                List.of(Client.LANE),
                                CapabilitySet.EMPTY,
                                60_000));
    }

    private RegisteredWorker worker() {
        var offer = new WorkerOffer(new TreeSet<>(Set.of(Client.LANE)), CapabilitySet.EMPTY, 60_000);
        return new RegisteredWorker(key, new WorkerId("w"), offer, 1, 1);
    }
}
