package io.flowfabric.testkit.modelled;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.modelled.Rehearsal.Made;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Looks for an order of calls made at the same time, one after the other, in which the rules give the same answers and
 * leave the same behind. A claim may pass over executions that another call of them had locked, as if they were not there.
 */
final class SerialOrders {
    /** More are tried as a whole: the number of orders grows fast. */
    private static final int MOST_PARTS = 5;

    private static final int MOST_UNSEEN = 4;

    private final Past past;
    private final long now;
    private final List<Part<?, ?>> parts;
    private final Aftermath aftermath;
    private final List<String> differences = new ArrayList<>();
    private final Set<ExecutionId> concerned = new LinkedHashSet<>();

    SerialOrders(Past past, long now, List<Part<?, ?>> calls, Aftermath aftermath) {
        this.past = past;
        this.now = now;
        var split = calls.stream().flatMap(call -> call.split().stream()).toList();
        this.parts = split.size() <= MOST_PARTS ? List.copyOf(split) : calls;
        this.aftermath = aftermath;
    }

    /** The calls in an order that explains everything; empty when there is none. */
    Optional<List<Made<?, ?>>> find() {
        concerned.addAll(concerned());
        for (var order : permutations(parts)) {
            for (var unseen : unseen()) {
                var made = explains(order, unseen);
                if (made.isPresent()) {
                    return made;
                }
            }
        }
        return Optional.empty();
    }

    /** Of each order that was tried, the first thing in which it differs from what happened. */
    String differences() {
        return differences.stream().distinct().collect(Collectors.joining("\n"));
    }

    private Optional<List<Made<?, ?>>> explains(List<Part<?, ?>> order, Set<ExecutionId> unseen) {
        var rehearsal = past.replay();
        var made = new ArrayList<Made<?, ?>>();
        String story = "In the order " + order.stream().map(Part::party).toList()
                + (unseen.isEmpty() ? "" : ", claims not seeing " + unseen);
        for (var part : order) {
            var call = made(part, unseen);
            var expected = Told.facts(rehearsal.make(call));
            var actual = Told.facts(part.actual());
            if (!actual.equals(expected)) {
                differences.add("%s: the rules answer %s to call %d".formatted(story, expected, part.party()));
                return Optional.empty();
            }
            made.add(call);
        }
        var difference = aftermath.differenceTo(rehearsal, concerned);
        difference.ifPresent(text -> differences.add(story + ": " + text));
        return difference.isPresent() ? Optional.empty() : Optional.of(made);
    }

    private <A, R> Made<A, R> made(Part<A, R> part, Set<ExecutionId> unseen) {
        return new Made<>(now, part.call(), part.actual(), part.passesOverLocked() ? unseen : Set.of());
    }

    /** What each call alone would load. */
    private Set<ExecutionId> concerned() {
        var ids = new LinkedHashSet<ExecutionId>();
        for (var part : parts) {
            var rehearsal = past.replay();
            rehearsal.make(made(part, Set.of()));
            ids.addAll(rehearsal.world().takeTouched());
        }
        return ids;
    }

    /** What claims may have passed over: nothing, and every set of executions that the calls concern. */
    private List<Set<ExecutionId>> unseen() {
        if (parts.stream().noneMatch(Part::passesOverLocked)) {
            return List.of(Set.of());
        }
        var ids = concerned.stream().limit(MOST_UNSEEN).toList();
        return IntStream.range(0, 1 << ids.size())
                .mapToObj(bits -> IntStream.range(0, ids.size())
                        .filter(i -> (bits >> i & 1) == 1)
                        .mapToObj(ids::get)
                        .collect(Collectors.toSet()))
                .toList();
    }

    private static <T> List<List<T>> permutations(List<T> all) {
        if (all.isEmpty()) {
            return List.of(List.of());
        }
        var permutations = new ArrayList<List<T>>();
        for (int i = 0; i < all.size(); i++) {
            var rest = new ArrayList<>(all);
            T first = rest.remove(i);
            for (var behind : permutations(rest)) {
                var order = new ArrayList<T>();
                order.add(first);
                order.addAll(behind);
                permutations.add(order);
            }
        }
        return permutations;
    }
}
