package io.flowfabric.cli.rendering;

import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.state.TerminalOutcome;

/** Counts how executions end between two queries. Belongs to one thread. */
public final class CompletionRates {
    private static final int PAGE = Limits.PAGE;

    private final Engine engine;
    private EventCursor cursor;
    private long lookedAt;

    /** Counts from now on. */
    public CompletionRates(Engine engine) {
        this.engine = engine;
        this.cursor = page(EventCursor.FROM_NOW).cursor();
        this.lookedAt = EngineQueries.now(engine);
    }

    /** Ends since the query before, and over how long. */
    record Ended(long succeeded, long others, long millis) {
        double perSecond(long count) {
            return millis == 0 ? 0 : count * 1000.0 / millis;
        }
    }

    Ended since(long now) {
        long succeeded = 0;
        long others = 0;
        EventPage page;
        do {
            page = page(cursor);
            cursor = page.cursor();
            for (var item : page.events()) {
                boolean success = item instanceof EventItem.Delivered delivered
                        && delivered.event() instanceof CompletionEvent completion
                        && completion.outcome() == TerminalOutcome.SUCCESS;
                succeeded += success ? 1 : 0;
                others += success ? 0 : 1;
            }
        } while (page.events().size() == PAGE);
        long millis = now - lookedAt;
        lookedAt = now;
        return new Ended(succeeded, others, millis);
    }

    private EventPage page(EventCursor from) {
        return engine.call(Catalogue.SUBSCRIBE_COMPLETION, new SubscribeFamily(from, ScannerFilter.NONE, PAGE, 0));
    }
}
