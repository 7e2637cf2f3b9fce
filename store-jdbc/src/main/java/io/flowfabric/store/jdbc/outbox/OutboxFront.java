package io.flowfabric.store.jdbc.outbox;

import java.util.ArrayList;
import java.util.List;

/**
 * The pages at the front of the outbox that go. The first that has to stay keeps all behind it.
 *
 * @param to the last page that goes; 0 when none does
 * @param whole pages of which nothing has to be kept
 * @param opened pages of which events may have to be kept
 * @param more whether there may be others that go as well
 */
public record OutboxFront(long to, List<Long> whole, List<Long> opened, boolean more) {
    /** So many pages are looked at in a transaction. */
    public static final int PAGES = 100;

    /** So many of them are opened. */
    private static final int MOST_OPENED = 32;

    /**
     * When pages go.
     *
     * @param occurredBy pages from before go when no execution they may tell of is kept
     * @param outlivedBy pages from before go in any case
     * @param oldestSeq the lowest row number of an execution that is kept
     */
    public record Bounds(long occurredBy, long outlivedBy, long oldestSeq) {}

    /**
     * Decides about the first pages.
     *
     * @param pages in their order, as many as are looked at or all that there are
     */
    public static OutboxFront of(List<PageHeader> pages, Bounds bounds) {
        var opened = new ArrayList<Long>();
        long to = 0;
        var whole = new ArrayList<Long>();
        for (var page : pages) {
            boolean isWhole = page.newestAt() <= bounds.occurredBy() && page.newestSeq() < bounds.oldestSeq();
            if (!isWhole && page.newestAt() > bounds.outlivedBy()) {
                return new OutboxFront(to, whole, opened, false);
            }
            if (!isWhole && opened.size() == MOST_OPENED) {
                return new OutboxFront(to, whole, opened, true);
            }
            (isWhole ? whole : opened).add(page.page());
            to = page.page();
        }
        return new OutboxFront(to, whole, opened, pages.size() == PAGES);
    }

    /** The same without a page and all behind it, for now. */
    public OutboxFront before(long page) {
        return new OutboxFront(Math.min(to, page - 1), before(page, whole), before(page, opened), false);
    }

    private static List<Long> before(long page, List<Long> pages) {
        return pages.stream().filter(each -> each < page).toList();
    }

    /** The position of the newest event of pages that go as a whole; 0 when none does. */
    public long newestOfWhole() {
        return whole.isEmpty() ? 0 : PageNumbers.end(whole.get(whole.size() - 1));
    }
}
