package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import java.util.Optional;

/** Somebody who looks for something, and what is known without looking. */
interface Lookout<T> {
    /**
     * A look that left nothing behind.
     *
     * @param position how often the bell had rung before it
     * @param again when to look again, should it not ring: a ring may be lost
     */
    record Sight(long position, Deadline again) {}

    T look();

    boolean isFound(T seen);

    /** Whether a look has left nothing behind, so that the next one would see nothing. */
    boolean isAll(T seen);

    /** What a look sees that finds nothing. */
    T nothing();

    /** The last sight of whoever looked for the same; empty when nobody did lately. */
    Optional<Sight> lastSight();

    void keep(Sight sight);

    /** A cheaper question than a look, asked when it did not ring: might there be something all the same? */
    boolean isWorthALook();
}
