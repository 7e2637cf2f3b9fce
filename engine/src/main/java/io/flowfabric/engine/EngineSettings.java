package io.flowfabric.engine;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import java.time.Duration;
import java.util.List;

/**
 * How an engine behaves.
 *
 * @param partitions fixed for the life of a store
 * @param callTimeout how long a call waits for the store before it gives up; 30 s by default
 * @param reclaimGrace how long after its expiry a lease cannot be reclaimed by another worker; none by default
 * @param retention how long an ended execution and its events are kept unless its policy says otherwise; 24 h by
 *     default
 * @param timers whether this process does what falls due; others on the same store may do it too. The end of a grace
 *     period or of a grant wakes the claimers of processes with timers at once; others notice at their next fallback
 *     poll, within twenty seconds
 * @param timerWatch is told what the timers do; {@link TimerWatch#NONE} by default
 * @param lanes lanes that are listed before anything was submitted to them; none by default
 */
public record EngineSettings(
        PartitionConfig partitions,
        Duration callTimeout,
        Duration reclaimGrace,
        Duration retention,
        boolean timers,
        TimerWatch timerWatch,
        List<LaneId> lanes) {

    public static final EngineSettings DEFAULT = new EngineSettings(
            PartitionConfig.DEFAULT,
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofHours(24),
            true,
            TimerWatch.NONE,
            List.of());

    /** Fails with {@code invalid_input} naming the first duration that is out of its limit. */
    public EngineSettings {
        require("call_timeout", callTimeout);
        require("reclaim_grace", reclaimGrace);
        require("retention", retention);
        lanes = List.copyOf(lanes);
    }

    private static void require(String name, Duration value) {
        long millis;
        try {
            millis = value.toMillis();
        } catch (ArithmeticException longer) {
            millis = value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        var refusal = Limits.of(EngineSettings.class, name).orElseThrow().check(name, millis);
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
    }

    public EngineSettings withTimers(boolean on) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, retention, on, timerWatch, lanes);
    }

    public EngineSettings withReclaimGrace(Duration grace) {
        return new EngineSettings(partitions, callTimeout, grace, retention, timers, timerWatch, lanes);
    }

    public EngineSettings withCallTimeout(Duration timeout) {
        return new EngineSettings(partitions, timeout, reclaimGrace, retention, timers, timerWatch, lanes);
    }

    public EngineSettings withRetention(Duration time) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, time, timers, timerWatch, lanes);
    }

    public EngineSettings withTimerWatch(TimerWatch watch) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, retention, timers, watch, lanes);
    }

    public EngineSettings withLanes(List<LaneId> known) {
        return new EngineSettings(partitions, callTimeout, reclaimGrace, retention, timers, timerWatch, known);
    }
}
