package io.flowfabric.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread brings about. */
final class Await {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration BEFORE_WAITS_END = Duration.ofSeconds(25);

    /** Whoever looks without a pause takes the time of those it waits for. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

    private Await() {}

    static void until(BooleanSupplier condition, String what) {
        until(condition, () -> what);
    }

    /** @param what is asked for when it has not come about */
    static void until(BooleanSupplier condition, Supplier<String> what) {
        within(LONG, condition, what);
    }

    /** Waits for what happens before a request that may wait for 30 seconds gives up by itself. */
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
