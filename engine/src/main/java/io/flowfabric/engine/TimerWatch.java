package io.flowfabric.engine;

import java.time.Duration;

/** Is told of every pass of the timers over one kind of work, whether there was any or not. Called by their thread. */
@FunctionalInterface
public interface TimerWatch {
    /** Ignores everything. */
    TimerWatch NONE = (scanner, elapsed) -> {};

    /** @param scanner the kind of work, such as {@code lease_expiry} or {@code delayed_promoter} */
    void passed(String scanner, Duration elapsed);

    /** A bug ended the work of a scanner; it runs again a while later, and the others continue. */
    default void restarted(String scanner) {}
}
