package io.flowfabric.engine.timers;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.Store;
import java.time.Duration;
import java.util.Set;

/**
 * How the timers act and wait.
 *
 * @param routes unblocks executions that wait for a capable worker although there is one
 * @param followUps the kinds of follow-ups for which the dispatcher is woken
 * @param watch is told of every pass
 * @param restAfterBreaking how long a kind of work rests after an unexpected exception
 */
public record TimerConfig(
        TimerAction act,
        Runnable routes,
        Set<FollowUpKind> followUps,
        Sleep sleep,
        TimerWatch watch,
        Duration restAfterBreaking) {
    private static final Duration REST = Duration.ofSeconds(5);

    /** Acts by calls of an engine, leaves blocked routes to others and waits in real time. */
    public static TimerConfig of(Store store, Engine engine) {
        return new TimerConfig(TimerAction.by(store, engine), () -> {}, Set.of(), Sleep.REAL, TimerWatch.NONE, REST);
    }

    public TimerConfig withAct(TimerAction other) {
        return new TimerConfig(other, routes, followUps, sleep, watch, restAfterBreaking);
    }

    public TimerConfig withRoutes(Runnable other) {
        return new TimerConfig(act, other, followUps, sleep, watch, restAfterBreaking);
    }

    public TimerConfig withFollowUps(Set<FollowUpKind> kinds) {
        return new TimerConfig(act, routes, kinds, sleep, watch, restAfterBreaking);
    }

    public TimerConfig withSleep(Sleep other) {
        return new TimerConfig(act, routes, followUps, other, watch, restAfterBreaking);
    }

    public TimerConfig withWatch(TimerWatch other) {
        return new TimerConfig(act, routes, followUps, sleep, other, restAfterBreaking);
    }

    public TimerConfig withRestAfterBreaking(Duration other) {
        return new TimerConfig(act, routes, followUps, sleep, watch, other);
    }
}
