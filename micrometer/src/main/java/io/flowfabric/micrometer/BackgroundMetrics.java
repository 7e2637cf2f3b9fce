package io.flowfabric.micrometer;

import io.flowfabric.engine.BackgroundLoop;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Counts how often a background thread of this process was restarted after an exception or an error, by {@code thread}:
 * {@code ff.background.restart}, in Prometheus {@code ff_background_restart_total}. It covers the threads that existed
 * when it was bound.
 */
public final class BackgroundMetrics implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (String name : BackgroundLoop.restarts().keySet()) {
            FunctionCounter.builder("ff.background.restart", name, BackgroundMetrics::restarts)
                    .description("Restarts of background threads after an exception or an error")
                    .tag("thread", name)
                    .register(registry);
        }
    }

    private static double restarts(String name) {
        return BackgroundLoop.restarts().get(name);
    }
}
