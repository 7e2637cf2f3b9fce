package io.flowfabric.bench.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a scenario has to know.
 *
 * @param extent how much to run beside what is always run
 * @param profiles the directory into which it is drawn where our time goes, if that was asked for
 */
public record Session(Load load, Extent extent, Optional<Path> profiles, BenchProgress progress) {

    /**
     * How much to run.
     *
     * @param peers whether the others run too
     * @param variants whether other sizes of the work are tried beside the one that was asked for
     * @param lanes for how many of them, served by one worker, S2 is measured
     * @param engines for how many of them S2 and S6 are measured
     */
    public record Extent(boolean peers, boolean variants, Length length, List<Integer> lanes, List<Integer> engines) {

        /** Sorts the numbers, because engines are started in the course of a scenario, and never ended. */
        public Extent {
            lanes = lanes.stream().sorted().distinct().toList();
            engines = engines.stream().sorted().distinct().toList();
        }

        /** Whether nothing is cut short. */
        public boolean isFull() {
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

    /** The same without peers, and without other sizes of the work unless everything is asked for: those were tried elsewhere. */
    public Session onOlderMajor() {
        var asked = new Extent(
                false, extent.variants() && extent.isFull(), extent.length(), extent.lanes(), extent.engines());
        return new Session(load, asked, profiles, progress);
    }

    Duration lasting(Duration inFull, Duration inShort) {
        return switch (extent.length()) {
            case BRIEF -> Duration.ofMillis(500);
            case SHORT -> inShort;
            case FULL -> inFull;
        };
    }
}
