package io.flowfabric.engine.command;

import java.util.Collection;

/** Something to be written, and roughly how many bytes it takes besides its row. */
public interface Weighed {
    /** Bytes of a row without its payload and text. */
    long ROW_WEIGHT = 256;

    /** Bytes of payload and text. */
    long weight();

    /** The bytes of several items together, rows included. */
    static long total(Collection<? extends Weighed> all) {
        long total = 0;
        for (Weighed item : all) {
            total += total(item);
        }
        return total;
    }

    /** The bytes of an item, its row included. */
    static long total(Weighed item) {
        return item.weight() + ROW_WEIGHT;
    }
}
