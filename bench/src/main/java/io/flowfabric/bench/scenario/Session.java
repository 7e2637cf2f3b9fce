package io.flowfabric.bench.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a scenario has to know.
 *
 * @param extent how much to run beside what is always run
 * @param profiles the directory into which it is drawn where our time goes, if that was asked for
 */
public record Session(Load load, Extent extent, Optional<Path> profiles, Progress progress) {

    /**
     * How much to run.
     *
     * @param peers whether the others run too
     * @param variants whether other sizes of the work are tried beside the one that was asked for
     */
    public record Extent(boolean peers, boolean variants, Length length) {
        boolean isFull() {
            return length == Length.FULL;
        }
    }

    /** How long scenarios last that go by time. */
    public enum Length {
        /** A moment: enough to see that they work. */
        BRIEF,
        /** Enough to see what a change does. */
        SHORT,
        /** As long as the scenario says. */
        FULL
    }

    Duration lasting(Duration inFull, Duration inShort) {
        return switch (extent.length()) {
            case BRIEF -> Duration.ofMillis(500);
            case SHORT -> inShort;
            case FULL -> inFull;
        };
    }
}
