package io.flowfabric.server;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what another thread brings about. */
final class Await {
    private static final Duration LONG = Duration.ofSeconds(60);

    private Await() {}

    static void until(BooleanSupplier condition, String what) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("It never came about that " + what);
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
