package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.EventReads.Damaged;
import io.flowfabric.engine.store.EventReads.Entry;
import io.flowfabric.engine.store.EventReads.Positioned;
import io.flowfabric.engine.store.EventReads.Unknown;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One page of a subscription in the making: it moves along the outbox and never back. Used by one thread. */
final class EventWalk {
    private static final Logger LOG = LoggerFactory.getLogger(EventWalk.class);

    /** How many rows are read at a time; other readers get their turn in between. */
    private static final int BATCH = 256;

    /**
     * Rows and what is known of their executions.
     *
     * @param reached the place up to which nothing was left out, once all of them are taken in
     */
    record Rows(List<Entry> entries, Map<ExecutionId, Tags> tags, long reached) {}

    private final SubscribeEvents args;
    private final boolean gap;
    private final long goneTo;
    private final List<EventItem> items = new ArrayList<>();
    private long position;
    private long bytes;
    private boolean full;

    /** @param goneTo behind this place, as far as the outbox is settled, no event has been trimmed */
    private EventWalk(SubscribeEvents args, long position, long goneTo) {
        this.args = args;
        this.position = position;
        this.goneTo = goneTo;
        this.gap = EventRules.hasGap(position, goneTo);
    }

    /** Finds the place to start from; the outbox's present end when none is given. */
    static EventWalk start(ReadTx tx, SubscribeEvents args, OptionalLong given) {
        if (given.isEmpty()) {
            long end = tx.events().settled();
            return new EventWalk(args, end, end);
        }
        long position = given.getAsLong();
        Calls.require(EventRules.checkPlace(position, tx.events().newest()));
        return new EventWalk(args, position, goneTo(tx, position));
    }

    /** Nobody is told of, or taken past, what lies behind an event that may still appear. */
    private static long goneTo(ReadTx tx, long position) {
        long trimmedTo = tx.events().trimmedTo();
        return EventRules.hasGap(position, trimmedTo)
                ? Math.min(trimmedTo, tx.events().settled())
                : position;
    }

    /** The rows behind the place reached, and what the filter needs to know about them. Moves nothing. */
    Rows look(ReadTx tx) {
        return rows(tx, tx.events().after(position, BATCH), position);
    }

    /** As {@link #look}, past everything but leases that were taken away. */
    Rows lookForTakenAway(ReadTx tx) {
        long settled = tx.events().settled();
        var entries = tx.events().takenAwayAfter(position, BATCH);
        return rows(tx, entries, entries.size() == BATCH ? position : settled);
    }

    private Rows rows(ReadTx tx, List<Entry> entries, long reached) {
        return new Rows(entries, EventRules.needsTags(args.filter()) ? tags(tx, entries) : Map.of(), reached);
    }

    /**
     * Takes rows in; answers whether there may be more to take in now. At the end the walk leaves behind what is gone, or
     * the next one would begin before it, be told of it again, and never wait.
     */
    boolean take(Rows rows) {
        for (Entry entry : rows.entries()) {
            if (isFull()) {
                return false;
            }
            if (!take(entry, rows.tags())) {
                full = true;
                return false;
            }
            position = entry.position();
        }
        if (rows.entries().size() < BATCH) {
            position = Math.max(Math.max(position, rows.reached()), goneTo);
            return false;
        }
        return !isFull();
    }

    /** Whether there is something to tell the caller before its time is over. */
    boolean hasNews() {
        return gap || !items.isEmpty();
    }

    EventPage page() {
        return new EventPage(items, EventCursor.ofNumber(position), gap);
    }

    private boolean isFull() {
        return full || items.size() == args.limit();
    }

    /** Answers whether the walk may go past it: not when it is to be shown and has no room on the page. */
    private boolean take(Entry entry, Map<ExecutionId, Tags> tags) {
        var cursor = EventCursor.ofNumber(entry.position());
        if (entry instanceof Damaged damaged) {
            return !EventRules.showsDamage(args.families(), args.filter(), damaged.family())
                    || add(new EventItem.Damaged(cursor, damaged.error()), 0);
        } else if (entry instanceof Unknown unknown) {
            LOG.info(
                    "Event {} is of an unknown kind ({}, {}) and was skipped",
                    unknown.position(),
                    unknown.family(),
                    unknown.type());
        } else if (entry instanceof Positioned positioned
                && EventRules.shows(
                        args.families(), args.filter(), positioned.event(), id -> Optional.ofNullable(tags.get(id)))) {
            return add(
                    new EventItem.Delivered(cursor, positioned.event()), EventRules.contentBytes(positioned.event()));
        }
        return true;
    }

    private boolean add(EventItem item, long contentBytes) {
        long weight = AnswerRules.weight(contentBytes);
        if (!AnswerRules.takes(bytes, weight, Limits.ANSWER_BYTES)) {
            return false;
        }
        bytes += weight;
        return items.add(item);
    }

    private Map<ExecutionId, Tags> tags(ReadTx tx, List<Entry> entries) {
        var executions = entries.stream()
                .filter(Positioned.class::isInstance)
                .map(entry -> ((Positioned) entry).event())
                .filter(ExecutionEvent.class::isInstance)
                .map(event -> ((ExecutionEvent) event).subject().executionId())
                .collect(Collectors.toSet());
        return tx.executions()
                .tags(executions, args.filter().instanceTag().orElseThrow().key());
    }
}
