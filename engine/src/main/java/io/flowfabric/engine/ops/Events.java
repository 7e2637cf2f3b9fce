package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.engine.waiting.LongPoll;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Following the outbox page by page, woken by commits rather than by the clock. */
final class Events {
    private final CommandExecutor calls;
    private final LongPolls longPolls;

    Events(CommandExecutor calls, LongPolls longPolls) {
        this.calls = calls;
        this.longPolls = longPolls;
    }

    void bindTo(Bindings bindings) {
        bindings.bindWaiting(Catalogue.SUBSCRIBE_EVENTS, this::subscribe);
        bindings.bindWaiting(Catalogue.SUBSCRIBE_LEASE_HISTORY, this::leases);
        bindings.bindWaiting(Catalogue.SUBSCRIBE_COMPLETION, to(EventFamily.COMPLETION));
        bindings.bindWaiting(Catalogue.SUBSCRIBE_SIGNAL_DELIVERY, to(EventFamily.SIGNAL));
        bindings.bindWaiting(Catalogue.SUBSCRIBE_INSTANCE_TAGS, to(EventFamily.INSTANCE_TAG));
    }

    LongPoll<EventPage> subscribe(SubscribeEvents args) {
        return follow(args, wakeUps(args.families()), EventWalk::query);
    }

    /** No family means all of them. */
    private WakeUpSource wakeUps(Set<EventFamily> families) {
        var wakeUps = calls.store().doorbells().events();
        return families.isEmpty()
                ? wakeUps
                : wakeUps.forKeys(
                        families.stream().map(WakeUpKey.NewEvents::new).toList());
    }

    /** The subscription to leases; one to lost leases alone is neither woken nor delayed by the many other events. */
    LongPoll<EventPage> leases(SubscribeLeaseHistory args) {
        return args.takenAway()
                ? follow(args.toEvents(), calls.store().doorbells().revocations(), EventWalk::readRevocations)
                : subscribe(args.toEvents());
    }

    private LongPoll<EventPage> follow(
            SubscribeEvents args, WakeUpSource wakeUps, BiFunction<EventWalk, ReadTx, EventWalk.Rows> query) {
        CommandExecutor.require(EventRules.checkLimit(args.limit()));
        LongPolls.check(args.maxWaitMs());
        var given = args.cursor().number();
        // The long poll reads the position before each query, so an event that commits after the start was found is
        // either seen by the query or wakes the call.
        var walk = calls.read(tx -> EventWalk.start(tx, args, given));
        return longPolls
                .until(EventWalk::hasNews, args.maxWaitMs(), wakeUps, () -> {
                    advance(walk, query);
                    return walk;
                })
                .map(EventWalk::page);
    }

    /** The subscription to one family. */
    Function<SubscribeFamily, LongPoll<EventPage>> to(EventFamily family) {
        return args -> subscribe(args.to(family));
    }

    /**
     * Reads on until the page is full, the outbox ends, or enough batches had something to return; a walk whose filter
     * drops most events stops in time and says how far it came.
     */
    private void advance(EventWalk walk, BiFunction<EventWalk, ReadTx, EventWalk.Rows> query) {
        var deadline = calls.deadline();
        boolean more = true;
        while (more && !deadline.hasPassed()) {
            more = walk.take(calls.read(tx -> query.apply(walk, tx)));
        }
    }
}
