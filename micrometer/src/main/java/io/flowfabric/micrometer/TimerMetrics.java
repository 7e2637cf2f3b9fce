package io.flowfabric.micrometer;

import io.flowfabric.engine.TimerWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Counts and times the runs of an engine's timers, by {@code scanner}: {@code ff.scanner.cycle}, {@code
 * ff.scanner.cycle.duration} and {@code ff.scanner.restart}, in Prometheus {@code ff_scanner_cycle_total}, {@code
 * ff_scanner_cycle_duration_seconds} and {@code ff_scanner_restart_total}.
 *
 * <pre>{@code
 * var settings = EngineSettings.DEFAULT.withTimerWatch(new TimerMetrics(registry));
 * }</pre>
 */
public final class TimerMetrics implements TimerWatch {
    private final MeterProvider<Counter> cycles;
    private final MeterProvider<Timer> durations;
    private final MeterProvider<Counter> restarts;

    /** Keeps its meters in a registry. */
    public TimerMetrics(MeterRegistry registry) {
        this.cycles = Counter.builder("ff.scanner.cycle")
                .description("Runs of a timer over one kind of work")
                .withRegistry(registry);
        this.durations = Timer.builder("ff.scanner.cycle.duration")
                .description("Duration of a run of a timer over one kind of work")
                .serviceLevelObjectives(Boundaries.ofCalls())
                .withRegistry(registry);
        this.restarts = Counter.builder("ff.scanner.restart")
                .description("Restarts of a timer after an unexpected exception")
                .withRegistry(registry);
    }

    @Override
    public void passed(String scanner, Duration elapsed) {
        cycles.withTag("scanner", scanner).increment();
        durations.withTag("scanner", scanner).record(elapsed);
    }

    @Override
    public void restarted(String scanner) {
        restarts.withTag("scanner", scanner).increment();
    }
}
