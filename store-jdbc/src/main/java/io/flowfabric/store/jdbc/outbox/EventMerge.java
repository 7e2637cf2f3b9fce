package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.store.jdbc.outbox.PageReader.PageEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The next events behind a position, from pages that are read in portions and from rows. Few pages are read at first,
 * because they may be full; when they were not enough, twice as many. Used by one thread.
 */
public final class EventMerge {
    private static final int FIRST_PORTION = 8;
    private static final int LARGEST_PORTION = 256;

    private final long position;
    private final int limit;
    private final Predicate<PageEvent> wanted;
    private final List<Entry> ofPages = new ArrayList<>();
    private int portion = FIRST_PORTION;
    private int found;
    private long nextPage;

    /** @param wanted which events of a page count */
    public EventMerge(long position, int limit, Predicate<PageEvent> wanted) {
        this.position = position;
        this.limit = limit;
        this.wanted = wanted;
        this.nextPage = PageNumbers.firstBehind(position);
    }

    /** How many pages are read next. */
    public int portion() {
        return portion;
    }

    /** From which page on. */
    public long nextPage() {
        return nextPage;
    }

    /** Takes the next page of a portion. */
    public void add(long page, byte[] events) {
        found++;
        nextPage = page + 1;
        if (ofPages.size() < limit) {
            for (var event : PageReader.read(page, events)) {
                if (event.position() > position && ofPages.size() < limit && wanted.test(event)) {
                    ofPages.add(event.entry());
                }
            }
        }
    }

    /** Whether another portion is to be read, because the last was full and what it held is too little. */
    public boolean needsMore() {
        boolean more = found == portion && ofPages.size() < limit;
        found = 0;
        portion = Math.min(2 * portion, LARGEST_PORTION);
        return more;
    }

    /** The events, with those of rows that were read after the pages. */
    public List<Entry> with(List<Entry> rows) {
        if (rows.isEmpty()) {
            return ofPages;
        }
        var merged = new TreeMap<Long, Entry>();
        ofPages.forEach(entry -> merged.put(entry.position(), entry));
        rows.forEach(entry -> merged.put(entry.position(), entry));
        return merged.values().stream().limit(limit).toList();
    }
}
