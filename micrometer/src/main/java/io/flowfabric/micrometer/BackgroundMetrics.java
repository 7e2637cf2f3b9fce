package io.flowfabric.micrometer;

import io.flowfabric.engine.BackgroundLoop;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Counts how often a background thread of this process was begun again after an exception or an error had ended its work,
 * by {@code thread}: {@code ff.background.restart}, in Prometheus {@code ff_background_restart_total}. It knows the threads
 * that were there when it was bound.
 */
public final class BackgroundMetrics implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (String name : BackgroundLoop.restarts().keySet()) {
            FunctionCounter.builder("ff.background.restart", name, BackgroundMetrics::restarts)
                    .description("Background threads that an exception or an error ended and that were begun again")
                    .tag("thread", name)
                    .register(registry);
        }
    }

    private static double restarts(String name) {
        return BackgroundLoop.restarts().get(name);
    }
}
