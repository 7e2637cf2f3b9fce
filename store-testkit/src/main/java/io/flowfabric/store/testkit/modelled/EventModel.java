package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reading the outbox from a position that was reached before. */
final class EventModel {
    private final World world;

    EventModel(World world) {
        this.world = world;
    }

    EventPage subscribe(SubscribeEvents args) {
        return page(args, any -> true);
    }

    /** The subscription to leases. */
    EventPage leases(SubscribeLeaseHistory args) {
        return args.takenAway() ? page(args.toEvents(), EventRules::isTakenAway) : subscribe(args.toEvents());
    }

    /**
     * A page that is full ends before the next event that is wanted; the others are passed over like a gap. One that has
     * something to return may end earlier, with a batch.
     */
    private EventPage page(SubscribeEvents args, Predicate<Event> wanted) {
        OperationModel.require(EventRules.checkLimit(args.limit()));
        long position = args.cursor().number().orElseThrow();
        long trimmedTo = world.outbox().trimmedTo();
        boolean gap = EventRules.hasGap(position, trimmedTo);
        var items = new ArrayList<EventItem>();
        int taken = 0;
        int batchesWithNews = 0;
        for (Map.Entry<Long, Event> entry : world.outbox().behind(position).entrySet()) {
            if (!wanted.test(entry.getValue())) {
                continue;
            }
            if (items.size() == args.limit()) {
                return new EventPage(items, EventCursor.ofNumber(position), gap);
            }
            position = entry.getKey();
            if (EventRules.shows(args.families(), args.filter(), entry.getValue(), this::tagsOf)) {
                items.add(new EventItem.Delivered(EventCursor.ofNumber(position), entry.getValue()));
            }
            boolean batchEnds = ++taken % EventRules.BATCH == 0;
            boolean full = items.size() == args.limit();
            if (batchEnds && !items.isEmpty() && (full || !EventRules.readsOn(++batchesWithNews))) {
                return new EventPage(items, EventCursor.ofNumber(position), gap);
            }
        }
        return new EventPage(
                items, EventCursor.ofNumber(Math.max(position, world.outbox().newest())), gap);
    }

    /** The subscription to one family. */
    Function<SubscribeFamily, EventPage> to(EventFamily family) {
        return args -> subscribe(args.to(family));
    }

    private Optional<Tags> tagsOf(ExecutionId id) {
        return world.find(id).map(found -> found.content().tags());
    }
}
