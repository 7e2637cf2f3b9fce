package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.StoreInFront;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that registers a worker and is stopped by its store when it begins to carry out what follows from it. Says so once
 * the registration is committed, and then does nothing until it is killed. Argument: the address of the store.
 */
final class FollowUpCrashProcess {
    static final String COMMITTED = "committed";

    private FollowUpCrashProcess() {}

    public static void main(String[] arguments) {
        var store = new Halting(Client.store(arguments[0], StoreOptions.DEFAULT));
        var client = Client.of(store, EngineSettings.DEFAULT);
        client.engine()
                .call(
                        Catalogue.REGISTER_WORKER,
                        new RegisterWorker(
                                new WorkerId("w1"),
                                new WorkerInstanceId("w1-1"),
                                Client.NAMESPACE,
                                List.of(Client.LANE),
                                CapabilitySet.EMPTY,
                                Duration.ofHours(1).toMillis()));
        System.out.println(COMMITTED);
        Halting.halt();
    }

    /** No thread of the dispatcher or of the timers, which unblock routes as well, gets past its first read. */
    private record Halting(Store store) implements StoreInFront {
        @Override
        public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
            String thread = Thread.currentThread().getName();
            if (thread.startsWith("flowfabric-follow-ups") || thread.startsWith("flowfabric-timers")) {
                halt();
            }
            return store.read(deadline, unit);
        }

        static void halt() {
            while (true) {
                LockSupport.park();
            }
        }
    }
}
