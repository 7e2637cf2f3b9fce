package io.flowfabric.store.testkit.contract.lease;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.TimerConfig;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Timers whose passes a test makes itself, or lets run. */
abstract class TimersSuite extends ContractSuite {
    static final long RETENTION_MS = 10_000;

    void register(long livenessTtlMs) {
        engine.call(
                Catalogue.REGISTER_WORKER,
                new RegisterWorker(
                        new WorkerId("pool"),
                        new WorkerInstanceId("w-1"),
                        SHOP,
                        List.of(LANE),
                        CapabilitySet.EMPTY,
                        livenessTtlMs));
    }

    void pass() {
        engine.runTimers();
    }

    Timers timers(Engine acting, UnaryOperator<TimerConfig> means) {
        return new Timers(
                store,
                acting,
                new ReclaimSettings(Duration.ZERO, ids -> Set.of()),
                settings().retention(),
                means.apply(TimerConfig.of(store, acting)));
    }

    static class EngineInFront implements Engine {
        private final Engine engine;

        EngineInFront(Engine engine) {
            this.engine = engine;
        }

        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            return engine.call(operation, arguments);
        }

        @Override
        public void close() {
            engine.close();
        }
    }
}
