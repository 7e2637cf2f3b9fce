package io.flowfabric.engine.ops;

import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.EventReads.Damaged;
import io.flowfabric.engine.store.read.EventReads.Entry;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.engine.store.read.EventReads.Unknown;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
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

    /**
     * Rows and the tags of their executions.
     *
     * @param reached the position up to which nothing was left out, once all of them are taken
     */
    record Rows(List<Entry> entries, Map<ExecutionId, Tags> tags, long reached) {}

    private final SubscribeEvents args;
    private final boolean gap;
    private final long goneTo;
    private final List<EventItem> items = new ArrayList<>();
    private long position;
    private long bytes;
    private boolean full;
    private int batchesWithNews;

    /** @param goneTo behind this position, as far as the outbox is settled, no event has been trimmed */
    private EventWalk(SubscribeEvents args, long position, long goneTo) {
        this.args = args;
        this.position = position;
        this.goneTo = goneTo;
        this.gap = EventRules.hasGap(position, goneTo);
    }

    /** Finds the position to start from; the present end of the outbox when none is given. */
    static EventWalk start(ReadTx tx, SubscribeEvents args, OptionalLong given) {
        if (given.isEmpty()) {
            long end = tx.events().settled();
            return new EventWalk(args, end, end);
        }
        long position = given.getAsLong();
        CommandExecutor.require(EventRules.checkPlace(position, tx.events().newest()));
        return new EventWalk(args, position, goneTo(tx, position));
    }

    /** Events behind one that may still appear are neither returned nor passed. */
    private static long goneTo(ReadTx tx, long position) {
        long trimmedTo = tx.events().trimmedTo();
        return EventRules.hasGap(position, trimmedTo)
                ? Math.min(trimmedTo, tx.events().settled())
                : position;
    }

    /** The rows behind the position reached, and what the filter needs to know about them. Changes nothing. */
    Rows query(ReadTx tx) {
        return rows(tx, tx.events().after(position, EventRules.BATCH), position);
    }

    /** As {@link #query}, but only for leases that were revoked or expired. */
    Rows readRevocations(ReadTx tx) {
        long settled = tx.events().settled();
        var entries = tx.events().takenAwayAfter(position, EventRules.BATCH);
        return rows(tx, entries, entries.size() == EventRules.BATCH ? position : settled);
    }

    private Rows rows(ReadTx tx, List<Entry> entries, long reached) {
        return new Rows(entries, EventRules.needsTags(args.filter()) ? tags(tx, entries) : Map.of(), reached);
    }

    /**
     * Takes rows; returns whether there may be more to take now. At the end the walk passes purged events, or the next
     * one would begin before them, report them again, and never wait.
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
        if (rows.entries().size() < EventRules.BATCH) {
            position = Math.max(Math.max(position, rows.reached()), goneTo);
            return false;
        }
        return !isFull() && (items.isEmpty() || EventRules.readsOn(++batchesWithNews));
    }

    /** Whether there is something to return before the deadline of the caller. */
    boolean hasNews() {
        return gap || !items.isEmpty();
    }

    EventPage page() {
        return new EventPage(items, EventCursor.ofNumber(position), gap);
    }

    private boolean isFull() {
        return full || items.size() == args.limit();
    }

    /** Returns whether the walk may pass it: not when it is to be returned and does not fit on the page. */
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
