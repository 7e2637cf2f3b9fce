package io.flowfabric.bench.scenario;

import io.flowfabric.bench.place.Arena;
import java.time.Duration;
import java.util.List;

/**
 * What a scenario has to know.
 *
 * @param arenas where to run
 * @param extent how much to run beside what is always run
 */
public record Session(Load load, List<Arena> arenas, Extent extent, Progress progress) {

    /**
     * How much to run.
     *
     * @param peers whether the others run too
     * @param variants whether other sizes of the work are tried beside the one that was asked for
     * @param full whether everything lasts as long, and everybody does as much, as the scenarios say
     */
    public record Extent(boolean peers, boolean variants, boolean full) {}

    /** The one or the other, by whether everything is to be run in full. */
    Duration lasting(Duration inFull, Duration inShort) {
        return extent.full() ? inFull : inShort;
    }
}
