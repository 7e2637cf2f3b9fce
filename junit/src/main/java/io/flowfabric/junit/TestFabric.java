package io.flowfabric.junit;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.sdk.FabricOptions;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;

/** Everything that belongs to one test. */
record TestFabric(FlowFabric fabric, TestClock clock, Faults faults) implements AutoCloseable {
    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULT.withTimers(false).withRetention(Duration.ofDays(3650));

    /** How long the clock waits, in real time, for workers to come to rest. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    static TestFabric open(TestStore kind, Duration patience) {
        var time = new ManualTime();
        var store = kind.open(StoreOptions.DEFAULT.withClock(time));
        var engine = LocalEngine.start(store, SETTINGS);
        var attendance = new Attendance();
        var idleness = new Idleness(store, engine, attendance, patience);
        var clock = new TestClock(time, new Timeline(store, engine, time, idleness));
        var faults = new Faults(engine, attendance, clock);
        var options = FabricOptions.DEFAULT
                .withLayer(new StandingTime())
                .withLayer(attendance)
                .withLayer(faults.layer());
        return new TestFabric(FlowFabric.on(engine, options), clock, faults);
    }

    @Override
    public void close() {
        fabric.close();
    }
}
