package io.flowfabric.micrometer;

import io.flowfabric.engine.TimerWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Counts and times what an engine does by itself, by {@code scanner}: {@code ff.scanner.cycle} and {@code
 * ff.scanner.cycle.duration}, in Prometheus {@code ff_scanner_cycle_total} and {@code ff_scanner_cycle_duration_seconds}.
 *
 * <pre>{@code
 * var settings = EngineSettings.DEFAULT.withTimerWatch(new TimerMetrics(registry));
 * }</pre>
 */
public final class TimerMetrics implements TimerWatch {
    private final MeterProvider<Counter> cycles;
    private final MeterProvider<Timer> durations;

    /** Keeps its meters in a registry. */
    public TimerMetrics(MeterRegistry registry) {
        this.cycles = Counter.builder("ff.scanner.cycle")
                .description("Passes of the timers over one kind of work")
                .withRegistry(registry);
        this.durations = Timer.builder("ff.scanner.cycle.duration")
                .description("How long a pass of the timers over one kind of work took")
                .serviceLevelObjectives(Boundaries.ofCalls())
                .withRegistry(registry);
    }

    @Override
    public void passed(String scanner, Duration elapsed) {
        cycles.withTag("scanner", scanner).increment();
        durations.withTag("scanner", scanner).record(elapsed);
    }
}
