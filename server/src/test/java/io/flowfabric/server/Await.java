package io.flowfabric.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for the effects of other threads. */
final class Await {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration BEFORE_WAITS_END = Duration.ofSeconds(25);

    /** Polling without a pause would take CPU time from the threads it waits for. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

    private Await() {}

    static void until(BooleanSupplier condition, String what) {
        until(condition, () -> what);
    }

    /** @param what describes the condition, for the failure message */
    static void until(BooleanSupplier condition, Supplier<String> what) {
        within(LONG, condition, what);
    }

    /** Waits for less than the 30 seconds after which a parked request ends by itself. */
    static void untilParked(FlowFabricServer server, int count) {
        within(
                BEFORE_WAITS_END,
                () -> server.parkedRequests() == count,
                () -> "%d requests are parked, before their time is up".formatted(count));
    }

    private static void within(Duration time, BooleanSupplier condition, Supplier<String> what) {
        long end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It never came about that " + what.get());
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }
}
