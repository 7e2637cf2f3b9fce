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
        return all.stream().mapToLong(item -> item.weight() + ROW_WEIGHT).sum();
    }
}
