package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.row.EventRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes events into pages, in their order. A page is full with {@link PageNumbers#MOST_EVENTS} events, or when another would
 * not leave room for the row in a quarter of a block of PostgreSQL, beyond which a value is stored elsewhere. An event
 * that is larger has a page of its own. Used by one thread.
 */
public final class PageWriter {
    static final byte VERSION = 1;

    private static final int MOST_BYTES = 1_920;

    /** Finds the row number of an execution; empty when it is unknown. */
    public interface Seqs {
        /** The row number, or {@code null}. */
        @Nullable
        Long of(ExecutionId id) throws SQLException;
    }

    private final Seqs seqs;
    private final List<OutboxPage> pages = new ArrayList<>(1);

    /** The first event of each template, in the order of their numbers; a page has few. */
    private final List<@Nullable Object[]> templates = new ArrayList<>();

    private final PageBytes records = new PageBytes();
    private final PageBytes record = new PageBytes();
    private byte @Nullable [] executionBefore;
    private int count;
    private long newestAt;
    private long newestSeq;
    private boolean takenAway;

    private PageWriter(Seqs seqs) {
        this.seqs = seqs;
        begin();
    }

    /** The pages that hold these events. */
    public static List<OutboxPage> write(List<? extends Event> events, Seqs seqs) throws SQLException {
        var writer = new PageWriter(seqs);
        for (Event event : events) {
            writer.add(event);
        }
        writer.finish();
        return writer.pages;
    }

    /** An event in a page of its own. */
    public static OutboxPage alone(Event event) throws SQLException {
        return write(List.of(event), id -> null).get(0);
    }

    private void add(Event event) throws SQLException {
        var values = EventRow.values(event);
        encode(values);
        if (count > 0 && (count == PageNumbers.MOST_EVENTS || records.size() + record.size() > MOST_BYTES)) {
            finish();
            begin();
            encode(values);
        }
        records.number(record.size());
        records.append(record);
        executionBefore = (byte[]) values[PageColumns.EXECUTION_ID];
        count++;
        newestAt = Math.max(newestAt, event.occurredAt());
        takenAway |= EventRules.isTakenAway(event);
        if (event instanceof ExecutionEvent about) {
            Long seq = seqs.of(about.subject().executionId());
            // What is not known is taken to be kept until the page is opened.
            newestSeq = Math.max(newestSeq, seq == null ? Long.MAX_VALUE : seq);
        }
    }

    private void begin() {
        templates.clear();
        records.clear();
        executionBefore = null;
        count = 0;
        newestAt = Long.MIN_VALUE;
        newestSeq = 0;
        takenAway = false;
    }

    private void finish() {
        if (count > 0) {
            var page = new PageBytes();
            page.put(VERSION);
            page.number(count);
            page.append(records);
            pages.add(new OutboxPage(newestAt, newestSeq, takenAway, page.toArray()));
        }
    }

    private void encode(@Nullable Object[] values) {
        record.clear();
        int known = templates.size();
        int number = number(values);
        record.number(number);
        if (number == known) {
            record.number(PageColumns.filled(values));
            writeFilled(values, false);
        }
        writeFilled(values, true);
    }

    private void writeFilled(@Nullable Object[] values, boolean own) {
        for (int column = 0; column < PageColumns.COUNT; column++) {
            Object value = values[column];
            if (value != null && PageColumns.isOwn(column) == own) {
                if (column == PageColumns.EXECUTION_ID && Arrays.equals((byte[]) value, executionBefore)) {
                    record.number(0);
                } else {
                    PageColumns.write(record, value);
                }
            }
        }
    }

    /** The number of the template of an event, which is kept when it is new. */
    private int number(@Nullable Object[] values) {
        for (int number = 0; number < templates.size(); number++) {
            if (isLike(templates.get(number), values)) {
                return number;
            }
        }
        templates.add(values);
        return templates.size() - 1;
    }

    /** Whether two events share a template: they have the same shared values, and fill the same others. */
    private static boolean isLike(@Nullable Object[] template, @Nullable Object[] values) {
        for (int column = 0; column < PageColumns.COUNT; column++) {
            boolean alike = PageColumns.isOwn(column)
                    ? Objects.isNull(values[column]) == Objects.isNull(template[column])
                    : Objects.equals(values[column], template[column]);
            if (!alike) {
                return false;
            }
        }
        return true;
    }
}
