package io.flowfabric.store.testkit.chaos;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * What stands in for the machine's clock in a JVM whose clock is wrong: the same methods, and they are off by what the
 * system property {@value #PROPERTY} says. Called by classes that {@link SkewedLoader} has rewritten.
 */
public final class SkewedTime {
    static final String PROPERTY = "ff.skew";

    private static final Duration SKEW = Duration.parse(System.getProperty(PROPERTY, "PT0S"));

    private SkewedTime() {}

    /** In place of {@link System}. */
    public static final class OfSystem {
        private OfSystem() {}

        /** The wrong time in milliseconds. */
        public static long currentTimeMillis() {
            return System.currentTimeMillis() + SKEW.toMillis();
        }
    }

    /** In place of {@link Instant}. */
    public static final class OfInstant {
        private OfInstant() {}

        /** The wrong moment. */
        public static Instant now() {
            return Instant.now().plus(SKEW);
        }
    }

    /** In place of {@link Clock}. */
    public static final class OfClock {
        private OfClock() {}

        /** The wrong clock. */
        public static Clock systemUTC() {
            return Clock.offset(Clock.systemUTC(), SKEW);
        }

        /** The wrong clock in the zone of this machine. */
        public static Clock systemDefaultZone() {
            return Clock.offset(Clock.systemDefaultZone(), SKEW);
        }
    }
}
