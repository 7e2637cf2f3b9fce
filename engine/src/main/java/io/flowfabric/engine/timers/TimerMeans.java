package io.flowfabric.engine.timers;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.store.Store;
import java.time.Duration;

/**
 * By which means the timers act and let time pass.
 *
 * @param routes lets go of executions that wait for a capable worker and need not
 * @param watch learns of every pass
 * @param restAfterBreaking how long a kind of work is left alone when a bug ended it
 */
public record TimerMeans(DueAct act, Runnable routes, Sleep sleep, TimerWatch watch, Duration restAfterBreaking) {
    private static final Duration REST = Duration.ofSeconds(5);

    /** Acts by calls of an engine, leaves blocked routes to others and sleeps for real. */
    public static TimerMeans of(Store store, Engine engine) {
        return new TimerMeans(DueAct.by(store, engine), () -> {}, Sleep.REAL, TimerWatch.NONE, REST);
    }

    public TimerMeans withAct(DueAct other) {
        return new TimerMeans(other, routes, sleep, watch, restAfterBreaking);
    }

    public TimerMeans withRoutes(Runnable other) {
        return new TimerMeans(act, other, sleep, watch, restAfterBreaking);
    }

    public TimerMeans withSleep(Sleep other) {
        return new TimerMeans(act, routes, other, watch, restAfterBreaking);
    }

    public TimerMeans withWatch(TimerWatch other) {
        return new TimerMeans(act, routes, sleep, other, restAfterBreaking);
    }

    public TimerMeans withRestAfterBreaking(Duration other) {
        return new TimerMeans(act, routes, sleep, watch, other);
    }
}
