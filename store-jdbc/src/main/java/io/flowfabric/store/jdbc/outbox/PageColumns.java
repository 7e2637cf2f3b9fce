package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.store.jdbc.row.EventRow;
import org.jspecify.annotations.Nullable;

/** How the columns of an event stand in a page. */
final class PageColumns {
    static final int EXECUTION_ID = 2;

    static final int COUNT = EventRow.TYPES.size();

    /** Columns that differ from event to event: the execution, the lease, its epoch, the attempt, the flow, and details. */
    private static final int OWN = 1 << EXECUTION_ID | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 15;

    private PageColumns() {}

    static boolean isOwn(int column) {
        return (OWN >> column & 1) == 1;
    }

    /** The columns that hold something, as bits. */
    static int filled(@Nullable Object[] values) {
        int filled = 0;
        for (int column = 0; column < COUNT; column++) {
            filled |= values[column] == null ? 0 : 1 << column;
        }
        return filled;
    }

    static boolean isFilled(int filled, int column) {
        return (filled >> column & 1) == 1;
    }

    static void write(PageBytes into, Object value) {
        if (value instanceof String text) {
            into.text(text);
        } else if (value instanceof byte[] bytes) {
            into.array(bytes);
        } else {
            into.signed(((Number) value).longValue());
        }
    }

    static Object read(PageParser from, int column) {
        return switch (EventRow.TYPES.get(column)) {
            case TEXT -> from.text();
            case BYTES -> from.array();
            case BIGINT -> from.signed();
            case INTEGER -> integer(from.signed());
        };
    }

    private static Object integer(long value) {
        if (value != (int) value) {
            throw PageParser.damage("%d is no integer".formatted(value));
        }
        return (int) value;
    }
}
