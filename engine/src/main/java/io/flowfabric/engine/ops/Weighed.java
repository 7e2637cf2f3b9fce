package io.flowfabric.engine.ops;

import java.util.Collection;

/** Something about to be written, and about how much it weighs besides its row. */
interface Weighed {
    /** What a row costs whatever is in it. */
    long ROW_WEIGHT = 256;

    /** Bytes of payload and text. */
    long weight();

    /** What some of them weigh together, rows included. */
    static long total(Collection<? extends Weighed> all) {
        return all.stream().mapToLong(item -> item.weight() + ROW_WEIGHT).sum();
    }
}
