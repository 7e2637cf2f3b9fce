package io.flowfabric.engine;

import io.flowfabric.model.partition.PartitionConfig;
import java.time.Duration;

/**
 * How an engine behaves.
 *
 * @param partitions fixed for the life of a store
 * @param callTimeout how long a call waits for the store before it gives up; 30 s by default
 * @param reclaimGrace how long a lapsed lease is left alone before another worker may take over; none by default
 * @param retention how long an ended execution and its events are kept unless its policy says otherwise; 24 h by default
 * @param timers whether this process does what falls due; others on the same store may do it too. The end of a grace
 *     period wakes the claimers of processes with timers at once, others when they look again, within twenty seconds
 * @param timerWatch learns what the timers do; nobody by default
 */
public record EngineSettings(
        PartitionConfig partitions,
        Duration callTimeout,
        Duration reclaimGrace,
        Duration retention,
        boolean timers,
        TimerWatch timerWatch) {

    public static final EngineSettings DEFAULT = new EngineSettings(
            PartitionConfig.DEFAULT,
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofHours(24),
            true,
            TimerWatch.NONE);

    public EngineSettings withTimers(boolean on) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, retention, on, timerWatch);
    }

    public EngineSettings withReclaimGrace(Duration grace) {
        return new EngineSettings(partitions, callTimeout, grace, retention, timers, timerWatch);
    }

    public EngineSettings withCallTimeout(Duration timeout) {
        return new EngineSettings(partitions, timeout, reclaimGrace, retention, timers, timerWatch);
    }

    public EngineSettings withRetention(Duration time) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, time, timers, timerWatch);
    }

    public EngineSettings withTimerWatch(TimerWatch watch) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, retention, timers, watch);
    }
}
