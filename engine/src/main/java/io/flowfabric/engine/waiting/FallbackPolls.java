package io.flowfabric.engine.waiting;

import java.time.Duration;

/**
 * How often an engine queries although nothing woke it, since a wake-up between processes may be lost. Not a setting
 * for users: tests put it off, so that they notice a call which only this would wake.
 *
 * @param waitingCalls the interval between queries on behalf of waiting calls; one query serves all of them
 * @param timers how long the timers sleep at most
 */
public record FallbackPolls(Duration waitingCalls, Duration timers) {
    /** An idle engine makes at most ten queries a minute. */
    public static final FallbackPolls DEFAULT = new FallbackPolls(Duration.ofSeconds(20), Duration.ofSeconds(30));

    /** Later than the time-out of any test. */
    public static final FallbackPolls NONE = new FallbackPolls(Duration.ofHours(1), Duration.ofHours(1));
}
