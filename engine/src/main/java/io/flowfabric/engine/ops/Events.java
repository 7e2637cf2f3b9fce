package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.op.SubscribeFamily;
import io.flowfabric.model.op.SubscribeLeaseHistory;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Following the outbox page by page, woken by commits rather than by the clock. */
final class Events {
    private final Calls calls;
    private final Patience patience;

    Events(Calls calls, Patience patience) {
        this.calls = calls;
        this.patience = patience;
    }

    Vigil<EventPage> subscribe(SubscribeEvents args) {
        return follow(args, calls.store().doorbells().events(), EventWalk::look);
    }

    /** The subscription to leases; who wants only those taken away is neither woken nor held up by the many others. */
    Vigil<EventPage> leases(SubscribeLeaseHistory args) {
        return args.takenAway()
                ? follow(args.toEvents(), calls.store().doorbells().takenAway(), EventWalk::lookForTakenAway)
                : subscribe(args.toEvents());
    }

    private Vigil<EventPage> follow(
            SubscribeEvents args, Doorbell bell, BiFunction<EventWalk, ReadTx, EventWalk.Rows> look) {
        Calls.require(EventRules.checkLimit(args.limit()));
        Patience.check(args.maxWaitMs());
        var given = args.cursor().number();
        // The bell's position is taken by the wait before each look, so an event that commits after the place was found
        // is either seen by the look or rings.
        var walk = calls.read(tx -> EventWalk.start(tx, args, given));
        return patience.until(EventWalk::hasNews, args.maxWaitMs(), bell, () -> {
                    advance(walk, look);
                    return walk;
                })
                .map(EventWalk::page);
    }

    /** The subscription to one family. */
    Function<SubscribeFamily, Vigil<EventPage>> to(EventFamily family) {
        return args -> subscribe(args.to(family));
    }

    /** Goes on until the page is full or the outbox ends; one that filters much gives up in time and says how far. */
    private void advance(EventWalk walk, BiFunction<EventWalk, ReadTx, EventWalk.Rows> look) {
        var deadline = calls.deadline();
        boolean more = true;
        while (more && !deadline.hasPassed()) {
            more = walk.take(calls.read(tx -> look.apply(walk, tx)));
        }
    }
}
