package io.flowfabric.store.testkit.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.ManualClock;
import io.flowfabric.store.testkit.interleaved.BlockedSessions;
import io.flowfabric.store.testkit.interleaved.Interleaving;
import io.flowfabric.store.testkit.interleaved.Schedule;
import io.flowfabric.store.testkit.modelled.ModelTrial.Made;
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
    private final SeededRandom random;
    private final ManualClock clock;
    private final EngineSettings settings;
    private final CallHistory past;
    private ModelTrial now;
    private long place;

    /** What a run works on. */
    record Scene(Store store, List<? extends Engine> engines, BlockedSessions blocked, ManualClock clock) {}

    InterleavedRun(Scene scene, EngineSettings settings, SeededRandom random) {
        this.store = scene.store();
        this.engines = scene.engines();
        this.blocked = scene.blocked();
        this.clock = scene.clock();
        this.settings = settings;
        this.random = random;
        this.past = new CallHistory(store.backend(), settings);
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
        for (int i = random.below(MOST_CALLS_BETWEEN); i > 0; i--) {
            call(draw(Catalogue.CREATE_EXECUTION::equals));
        }
        for (int i = random.below(MOST_CALLS_BETWEEN); i > 0; i--) {
            new ClockJumps(random, clock, new Moments(now.world(), settings)).ahead();
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

    /** Compares everything that is stored; answers what is wrong. */
    Optional<String> end() {
        var all = now.world().executions().stream()
                .map(each -> each.execution().id())
                .collect(Collectors.toSet());
        return StoredEffects.of(store, place).differenceTo(now, all);
    }

    /** All executions but one or two. */
    private Set<ExecutionId> outOfFocus() {
        var ids = new ArrayList<>(now.world().executions().stream()
                .map(each -> each.execution().id())
                .toList());
        for (int i = 1 + random.below(2); i > 0 && !ids.isEmpty(); i--) {
            ids.remove(random.below(ids.size()));
        }
        return new HashSet<>(ids);
    }

    private Call<?, ?> draw(Predicate<Operation<?, ?>> which) {
        var draws = new Draws(random, now.world(), now.issuedHandles());
        for (int i = 0; i < MOST_DRAWS; i++) {
            var call = draws.any();
            if (which.test(call.operation())) {
                return call;
            }
        }
        throw new AssertionError("None of " + MOST_DRAWS + " draws was a call that was wanted");
    }

    private <A, R> void call(Call<A, R> call) {
        var actual = CallAnswers.by(engine(), call);
        var made = new Made<>(clock.millis(), call, actual, Set.of());
        assertThat(CallAnswers.facts(actual)).as(call.toString()).isEqualTo(CallAnswers.facts(now.make(made)));
        past.add(made);
        FollowUpCalls.of(call, actual)
                .map(caused -> new Made<>(clock.millis(), caused, FollowUpCalls.CARRIED_OUT, Set.of()))
                .ifPresent(caused -> {
                    now.make(caused);
                    past.add(caused);
                });
        now.takeNews();
        now.world().takeTouched();
        place = StoredEffects.of(store, place).end(place);
    }

    private Engine engine() {
        return engines.get(random.below(engines.size()));
    }

    private Optional<String> atOnce(List<Call<?, ?>> calls) throws Exception {
        var answers = new ArrayList<Supplier<Answer<?>>>();
        for (int i = 0; i < calls.size(); i++) {
            var engine = engines.get(i % engines.size());
            var call = calls.get(i);
            answers.add(() -> CallAnswers.by(engine, call));
        }
        var outcome = new Interleaving(blocked, choice()).run(answers);
        var parts = new ArrayList<AtomicPart<?, ?>>();
        for (int i = 0; i < calls.size(); i++) {
            parts.add(part(i, calls.get(i), outcome.answers().get(i)));
        }
        var aftermath = StoredEffects.of(store, place);
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
    private static <A, R> AtomicPart<A, R> part(int party, Call<A, R> call, Answer<?> actual) {
        return AtomicPart.of(party, call, (Answer<R>) actual);
    }

    /** Switches often, or lets one of them go on for long. */
    private IntUnaryOperator choice() {
        return switch (random.below(3)) {
            case 0 -> random::below;
            case 1 -> ready -> random.oneIn(5) ? random.below(ready) : 0;
            default -> ready -> random.oneIn(5) ? random.below(ready) : ready - 1;
        };
    }

    private static String story(List<AtomicPart<?, ?>> parts, Schedule schedule, SerialOrders orders) {
        var story = new StringBuilder("No serial order explains these calls:\n");
        for (var part : parts) {
            story.append(
                    "  %d: %s%n      -> %s%n".formatted(part.party(), part.call(), CallAnswers.facts(part.actual())));
        }
        return story.append("Schedule: %s%n".formatted(schedule))
                .append(orders.differences())
                .toString();
    }
}
