package io.flowfabric.store.jdbc.outbox;

/**
 * Positions of events from the numbers of their pages. The last event of a page has the last place, so that the end of
 * a page is known without reading it.
 */
public final class PageNumbers {
    /** How many events a page holds at most. */
    public static final int MOST_EVENTS = 256;

    private static final int PLACE_BITS = 8;

    private PageNumbers() {}

    /** The position of the last event of a page; 0 before the first page. */
    public static long end(long page) {
        return page == 0 ? 0 : page << PLACE_BITS | MOST_EVENTS - 1;
    }

    /** The position of an event in a page of so many. */
    public static long position(long page, int index, int count) {
        return (page << PLACE_BITS) + MOST_EVENTS - count + index;
    }

    /** The page that holds a position. */
    public static long pageOf(long position) {
        return position >> PLACE_BITS;
    }

    /** The first page that may hold an event behind a position. */
    public static long firstBehind(long position) {
        return position + 1 >> PLACE_BITS;
    }
}
