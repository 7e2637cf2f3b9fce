package io.flowfabric.store.testkit.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.store.testkit.fixture.EnginesInTurn;
import java.util.Collection;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Does everything twice, on the engine and on the model, and fails at the first difference. */
final class Referee {
    private static final int PAGE = 1000;
    private static final int EVERYTHING = 100_000;

    private final EnginesInTurn engine;
    private final Store store;
    private final World world;
    private final Model model;
    private final Trace trace;
    private EventCursor seen = EventCursor.START;

    Referee(EnginesInTurn engine, Store store, World world, Model model, Trace trace) {
        this.engine = engine;
        this.store = store;
        this.world = world;
        this.model = model;
        this.trace = trace;
    }

    /** One call, and all that it leaves behind. */
    <A, R> void call(Call<A, R> call) {
        var actual = traced(() -> CallAnswers.by(engine, call), call);
        var expected = model.answer(call.operation(), call.arguments(), actual);
        FollowUpCalls.of(call, actual)
                .ifPresent(caused -> model.answer(caused.operation(), caused.arguments(), FollowUpCalls.CARRIED_OUT));
        var touched = world.takeTouched();
        trace.add(world.now(), call, CallAnswers.facts(actual), touched);
        same("The answer", CallAnswers.facts(actual), CallAnswers.facts(expected));
        compare(touched);
    }

    /** One pass of the timers, and all that it leaves behind. */
    void timers() {
        traced(
                () -> {
                    engine.runTimers();
                    return true;
                },
                "timers");
        model.runTimers();
        var touched = world.takeTouched();
        trace.add(world.now(), "timers", touched.size() + " executions changed", touched);
        compare(touched);
    }

    /** What is stored of some executions, and which events are new. */
    private void compare(Set<ExecutionId> touched) {
        compareStored(touched);
        compareNews();
    }

    void compareStored(Collection<ExecutionId> ids) {
        if (!ids.isEmpty()) {
            var stored = Stored.in(store, ids);
            ids.forEach(id -> same("What is stored of " + id, stored.get(id), Stored.of(world.find(id))));
        }
    }

    /** Fails unless two values are equal, and tells how it came to that. */
    void same(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            String story = trace.story(what + " is not what the rules say", DifferenceScope.of(actual, expected));
            assertThat(actual).as(story).usingRecursiveComparison().isEqualTo(expected);
            assertThat(actual).as(story).isEqualTo(expected);
        }
    }

    private void compareNews() {
        compareTrimmed();
        var news = world.outbox().news();
        boolean gap =
                EventRules.hasGap(seen.number().getAsLong(), world.outbox().trimmedTo());
        var page = page();
        same("Whether events are missing before the new ones", page.gap(), gap);
        var delivered = delivered(page);
        same("What happened", Outbox.bySubject(delivered.values()), Outbox.bySubject(news));
        world.outbox().place(delivered);
    }

    /** What is gone may go, and what must go is gone. */
    private void compareTrimmed() {
        var outbox = world.outbox();
        var gone = outbox.trimmable(id -> world.find(id).isPresent());
        if (!gone.isEmpty()) {
            var left = store.read(Stored.deadline(), tx -> tx.events().after(gone.firstKey() - 1, EVERYTHING));
            left.forEach(entry -> gone.remove(entry.position()));
            var late = outbox.outlived(id -> world.find(id).isPresent());
            late.keySet().removeAll(gone.keySet());
            same("What is still there", late, new TreeMap<>());
            outbox.remove(Set.copyOf(gone.keySet()));
        }
    }

    private SortedMap<Long, Event> delivered(EventPage first) {
        var events = new TreeMap<Long, Event>();
        var page = first;
        while (true) {
            for (EventItem item : page.events()) {
                events.put(item.cursor().number().getAsLong(), ((EventItem.Delivered) item).event());
            }
            if (page.events().size() < PAGE) {
                return events;
            }
            page = page();
        }
    }

    private EventPage page() {
        var page = engine.call(
                Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), seen, ScannerFilter.NONE, PAGE, 0));
        seen = page.cursor();
        return page;
    }

    /** Carries something out; it may be refused, but it must not break. */
    private <T> T traced(Supplier<T> action, Object what) {
        try {
            return action.get();
        } catch (RuntimeException broken) {
            trace.add(world.now(), what, broken, Set.of());
            throw new AssertionError(trace.story("A call broke", Set.of()), broken);
        }
    }
}
