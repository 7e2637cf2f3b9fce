package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.engine.store.read.EventReads.Damaged;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.jdbc.row.EventReader;
import io.flowfabric.store.jdbc.row.EventRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a page. Damage of an event hides no other; damage of the page is told once, at its end. Used by one thread. */
public final class PageReader {
    /** The family of damage that may concern any. */
    private static final String ANY_FAMILY = "";

    /**
     * An event of a page.
     *
     * @param values in the order of {@link EventRow#COLUMNS}; empty when it cannot be read
     */
    public record PageEvent(long position, @Nullable Object[] values, Entry entry) {
        /** Whether it tells of a lease that its holder lost. */
        public boolean isTakenAway() {
            return EventRow.isTakenAway(values);
        }
    }

    private record Template(int filled, @Nullable Object[] values) {}

    private static final @Nullable Object[] NO_VALUES = new @Nullable Object[PageColumns.COUNT];

    private final long page;
    private final PageParser parser;
    private final List<Template> templates = new ArrayList<>();
    private byte @Nullable [] executionBefore;

    private PageReader(long page, byte[] events) {
        this.page = page;
        this.parser = new PageParser(events);
    }

    /** The events of a page, in their order. */
    public static List<PageEvent> read(long page, byte[] events) {
        var read = new ArrayList<PageEvent>();
        try {
            new PageReader(page, events).readInto(read);
        } catch (EngineException damaged) {
            long end = PageNumbers.end(page);
            read.removeIf(event -> event.position() == end);
            read.add(damaged(end, damaged));
        }
        return read;
    }

    private void readInto(List<PageEvent> into) {
        int version = parser.next();
        if (version != PageWriter.VERSION) {
            throw PageParser.damage("version %d of a page".formatted(version));
        }
        int count = parser.count(PageNumbers.MOST_EVENTS);
        for (int index = 0; index < count; index++) {
            into.add(event(PageNumbers.position(page, index, count), parser.part()));
        }
        if (!parser.isAtEnd()) {
            throw PageParser.damage("more than %d events".formatted(count));
        }
    }

    private PageEvent event(long position, PageParser record) {
        try {
            var values = values(record);
            return new PageEvent(position, values, EventReader.read(position, values));
        } catch (EngineException damaged) {
            executionBefore = null;
            return damaged(position, damaged);
        }
    }

    private @Nullable Object[] values(PageParser record) {
        var template = template(record);
        var values = template.values().clone();
        readFilled(record, template.filled(), true, values);
        if (!record.isAtEnd()) {
            throw PageParser.damage("bytes behind an event");
        }
        byte[] execution = (byte[]) values[PageColumns.EXECUTION_ID];
        if (execution != null && execution.length == 0) {
            execution = executionBefore;
            values[PageColumns.EXECUTION_ID] = execution;
        }
        executionBefore = execution;
        return values;
    }

    private Template template(PageParser record) {
        int number = record.count(templates.size());
        if (number < templates.size()) {
            return templates.get(number);
        }
        int filled = record.count((1 << PageColumns.COUNT) - 1);
        var values = new @Nullable Object[PageColumns.COUNT];
        readFilled(record, filled, false, values);
        var template = new Template(filled, values);
        templates.add(template);
        return template;
    }

    private static void readFilled(PageParser from, int filled, boolean own, @Nullable Object[] into) {
        for (int column = 0; column < PageColumns.COUNT; column++) {
            if (PageColumns.isFilled(filled, column) && PageColumns.isOwn(column) == own) {
                into[column] = PageColumns.read(from, column);
            }
        }
    }

    private static PageEvent damaged(long position, EngineException damage) {
        return new PageEvent(
                position,
                NO_VALUES,
                new Damaged(
                        position,
                        ANY_FAMILY,
                        EngineError.of(
                                ErrorCode.CORRUPTION,
                                "event %d: %s"
                                        .formatted(position, damage.error().detail()),
                                "The page of the outbox was damaged; events of other pages are not affected.")));
    }
}
