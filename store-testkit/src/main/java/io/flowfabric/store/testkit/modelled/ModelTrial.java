package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** A model with a world and a clock of its own, to try out what would come of calls. */
final class ModelTrial {
    private final ManualClock clock = new ManualClock(0);
    private final World world = new World(clock);
    private final IssuedHandles issuedHandles;
    private final Model model;
    private long place;

    ModelTrial(BackendTag backend, EngineSettings settings) {
        this.issuedHandles = new IssuedHandles(backend);
        this.model = new Model(world, issuedHandles, settings);
    }

    /**
     * A call that was made.
     *
     * @param at the time of the store
     * @param actual what it was told, for what the engine chose freely
     * @param unseen executions that it passed over, since others held them locked
     */
    record Made<A, R>(long at, Call<A, R> call, Answer<R> actual, Set<ExecutionId> unseen) {}

    World world() {
        return world;
    }

    IssuedHandles issuedHandles() {
        return issuedHandles;
    }

    /** What the call should have been told. */
    <A, R> Answer<R> make(Made<A, R> made) {
        moveTo(made.at());
        var call = made.call();
        return world.without(made.unseen(), () -> model.answer(call.operation(), call.arguments(), made.actual()));
    }

    /** What the calls since this was last asked should have appended. */
    List<Event> takeNews() {
        var news = world.outbox().news();
        var placed = new TreeMap<Long, Event>();
        news.forEach(event -> placed.put(++place, event));
        world.outbox().place(placed);
        return news;
    }

    void moveTo(long at) {
        clock.advance(Duration.ofMillis(at - clock.millis()));
    }
}
