package io.flowfabric.testkit.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Scope;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.ManualClock;
import io.flowfabric.testkit.interleaved.BlockedSessions;
import io.flowfabric.testkit.interleaved.Interleaving;
import io.flowfabric.testkit.interleaved.Schedule;
import io.flowfabric.testkit.modelled.Rehearsal.Made;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Rounds on one store. In each a few calls are made one after the other, so that executions come into all states; then some
 * are made at the same time, about one or two executions.
 */
final class InterleavedRun {
    private static final int MOST_CALLS_BETWEEN = 4;
    private static final int CALLS_AT_FIRST = 12;

    /** Enough to draw a call of every operation. */
    private static final int MOST_DRAWS = 20_000;

    private final Store store;
    private final List<? extends Engine> engines;
    private final BlockedSessions blocked;
    private final Dice dice;
    private final ManualClock clock;
    private final EngineSettings settings;
    private final Past past;
    private Rehearsal now;
    private long place;

    /** Where a run takes place. */
    record Scene(Store store, List<? extends Engine> engines, BlockedSessions blocked, ManualClock clock) {}

    InterleavedRun(Scene scene, EngineSettings settings, Dice dice) {
        this.store = scene.store();
        this.engines = scene.engines();
        this.blocked = scene.blocked();
        this.clock = scene.clock();
        this.settings = settings;
        this.dice = dice;
        this.past = new Past(store.backend(), settings);
        this.now = past.replay();
        now.moveTo(clock.millis());
    }

    /** Brings the store into a state in which something can be done. */
    void begin() {
        for (int i = 0; i < CALLS_AT_FIRST; i++) {
            call(draw(InterleavedRun::preparesSomething));
        }
    }

    /** One round; answers what went wrong. */
    Optional<String> round(List<Predicate<Operation<?, ?>>> operations) throws Exception {
        for (int i = dice.below(MOST_CALLS_BETWEEN); i > 0; i--) {
            call(draw(Catalogue.CREATE_EXECUTION::equals));
        }
        for (int i = dice.below(MOST_CALLS_BETWEEN); i > 0; i--) {
            new Jumps(dice, clock, new Moments(now.world(), settings)).ahead();
            now.moveTo(clock.millis());
            call(draw(InterleavedRun::preparesSomething));
        }
        var calls = now.world()
                .without(
                        outOfFocus(),
                        () -> operations.stream().<Call<?, ?>>map(this::draw).toList());
        return atOnce(calls);
    }

    /** A shutdown would end the run; what is only read prepares nothing. */
    private static boolean preparesSomething(Operation<?, ?> operation) {
        return operation.scope() != Scope.READ
                && operation != Catalogue.SHUTDOWN_PREPARE
                && operation != Catalogue.TRIM_RETENTION;
    }

    /** Looks at everything that is stored; answers what is wrong. */
    Optional<String> end() {
        var all = now.world().executions().stream()
                .map(each -> each.execution().id())
                .collect(Collectors.toSet());
        return Aftermath.of(store, place).differenceTo(now, all);
    }

    /** All executions but one or two. */
    private Set<ExecutionId> outOfFocus() {
        var ids = new ArrayList<>(now.world().executions().stream()
                .map(each -> each.execution().id())
                .toList());
        for (int i = 1 + dice.below(2); i > 0 && !ids.isEmpty(); i--) {
            ids.remove(dice.below(ids.size()));
        }
        return new HashSet<>(ids);
    }

    private Call<?, ?> draw(Predicate<Operation<?, ?>> which) {
        var draws = new Draws(dice, now.world(), now.hands());
        for (int i = 0; i < MOST_DRAWS; i++) {
            var call = draws.any();
            if (which.test(call.operation())) {
                return call;
            }
        }
        throw new AssertionError("None of " + MOST_DRAWS + " draws was a call that was wanted");
    }

    private <A, R> void call(Call<A, R> call) {
        var actual = Told.by(engine(), call);
        var made = new Made<>(clock.millis(), call, actual, Set.of());
        assertThat(Told.facts(actual)).as(call.toString()).isEqualTo(Told.facts(now.make(made)));
        now.takeNews();
        now.world().takeTouched();
        past.add(made);
        place = Aftermath.of(store, place).end(place);
    }

    private Engine engine() {
        return engines.get(dice.below(engines.size()));
    }

    private Optional<String> atOnce(List<Call<?, ?>> calls) throws Exception {
        var told = new ArrayList<Supplier<Answer<?>>>();
        for (int i = 0; i < calls.size(); i++) {
            var engine = engines.get(i % engines.size());
            var call = calls.get(i);
            told.add(() -> Told.by(engine, call));
        }
        var outcome = new Interleaving(blocked, choice()).run(told);
        var parts = new ArrayList<Part<?, ?>>();
        for (int i = 0; i < calls.size(); i++) {
            parts.add(part(i, calls.get(i), outcome.answers().get(i)));
        }
        var aftermath = Aftermath.of(store, place);
        var orders = new SerialOrders(past, clock.millis(), parts, aftermath);
        var order = orders.find();
        if (order.isEmpty()) {
            return Optional.of(story(parts, outcome.schedule(), orders));
        }
        order.get().forEach(past::add);
        now = past.replay();
        now.moveTo(clock.millis());
        place = aftermath.end(place);
        return Optional.empty();
    }

    @SuppressWarnings("unchecked") // the answer to a call is of the type of its operation
    private static <A, R> Part<A, R> part(int party, Call<A, R> call, Answer<?> actual) {
        return Part.of(party, call, (Answer<R>) actual);
    }

    /** Switches often, or lets one of them go on for long. */
    private IntUnaryOperator choice() {
        return switch (dice.below(3)) {
            case 0 -> dice::below;
            case 1 -> ready -> dice.oneIn(5) ? dice.below(ready) : 0;
            default -> ready -> dice.oneIn(5) ? dice.below(ready) : ready - 1;
        };
    }

    private static String story(List<Part<?, ?>> parts, Schedule schedule, SerialOrders orders) {
        var story = new StringBuilder("No serial order explains these calls:\n");
        for (var part : parts) {
            story.append("  %d: %s%n      -> %s%n".formatted(part.party(), part.call(), Told.facts(part.actual())));
        }
        return story.append("Schedule: %s%n".formatted(schedule))
                .append(orders.differences())
                .toString();
    }
}
