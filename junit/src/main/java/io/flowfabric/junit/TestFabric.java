package io.flowfabric.junit;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;

/** The fabric of one test, its clock and its faults. */
record TestFabric(FlowFabric fabric, TestClock clock, Faults faults) implements AutoCloseable {
    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULT.withTimers(false).withRetention(Duration.ofDays(3650));

    /** How long the clock waits, in real time, for workers to become idle. */
    static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

    static TestFabric open(TestStore kind, Duration timeout) {
        var time = new ManualTime();
        var store = kind.open(StoreOptions.DEFAULT.withClock(time));
        var engine = LocalEngine.start(store, SETTINGS);
        var workers = new WorkerTracker();
        var idleWait = new IdleWait(store, engine, workers, timeout);
        var clock = new TestClock(time, new TimeTravel(store, engine, time, idleWait));
        var faults = new Faults(engine, workers, clock);
        var options = FabricOptions.DEFAULT
                .withLayer(new FrozenTimeLayer())
                .withLayer(workers)
                .withLayer(faults.layer());
        return new TestFabric(FlowFabric.on(engine, options), clock, faults);
    }

    @Override
    public void close() {
        fabric.close();
    }
}
