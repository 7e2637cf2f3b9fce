package io.flowfabric.engine;

import java.time.Duration;

/** Learns of every pass of the timers over one kind of work, whether there was any or not. Called by their thread. */
@FunctionalInterface
public interface TimerWatch {
    /** Does not look. */
    TimerWatch NONE = (scanner, elapsed) -> {};

    /** @param scanner what was looked for, such as {@code lease_expiry} or {@code delayed_promoter} */
    void passed(String scanner, Duration elapsed);

    /** A bug ended the work of a scanner; it begins again a while later, and the others go on meanwhile. */
    default void restarted(String scanner) {}
}
