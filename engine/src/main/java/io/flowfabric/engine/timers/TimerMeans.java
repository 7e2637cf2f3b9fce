package io.flowfabric.engine.timers;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.TimerWatch;

/**
 * By which means the timers act and let time pass.
 *
 * @param routes lets go of executions that wait for a capable worker and need not
 * @param watch learns of every pass
 */
public record TimerMeans(DueAct act, Runnable routes, Sleep sleep, TimerWatch watch) {
    /** Acts by calls of an engine, leaves blocked routes to others and sleeps for real. */
    public static TimerMeans of(Engine engine) {
        return new TimerMeans(DueAct.by(engine), () -> {}, Sleep.REAL, TimerWatch.NONE);
    }

    public TimerMeans withAct(DueAct other) {
        return new TimerMeans(other, routes, sleep, watch);
    }

    public TimerMeans withRoutes(Runnable other) {
        return new TimerMeans(act, other, sleep, watch);
    }

    public TimerMeans withSleep(Sleep other) {
        return new TimerMeans(act, routes, other, watch);
    }

    public TimerMeans withWatch(TimerWatch other) {
        return new TimerMeans(act, routes, sleep, other);
    }
}
