package io.flowfabric.engine.timers;

import io.flowfabric.engine.Engine;

/**
 * By which means the timers act and let time pass.
 *
 * @param routes lets go of executions that wait for a capable worker and need not
 */
public record TimerMeans(DueAct act, Runnable routes, Sleep sleep) {
    /** Acts by calls of an engine, leaves blocked routes to others and sleeps for real. */
    public static TimerMeans of(Engine engine) {
        return new TimerMeans(DueAct.by(engine), () -> {}, Sleep.REAL);
    }

    public TimerMeans withAct(DueAct other) {
        return new TimerMeans(other, routes, sleep);
    }

    public TimerMeans withRoutes(Runnable other) {
        return new TimerMeans(act, other, sleep);
    }

    public TimerMeans withSleep(Sleep other) {
        return new TimerMeans(act, routes, other);
    }
}
