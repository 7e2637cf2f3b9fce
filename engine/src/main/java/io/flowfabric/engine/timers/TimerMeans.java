package io.flowfabric.engine.timers;

import io.flowfabric.engine.Engine;

/** By which means the timers act and let time pass. */
public record TimerMeans(DueAct act, Sleep sleep) {
    /** Acts by calls of an engine and sleeps for real. */
    public static TimerMeans of(Engine engine) {
        return new TimerMeans(DueAct.by(engine), Sleep.REAL);
    }

    public TimerMeans withAct(DueAct other) {
        return new TimerMeans(other, sleep);
    }

    public TimerMeans withSleep(Sleep other) {
        return new TimerMeans(act, other);
    }
}
