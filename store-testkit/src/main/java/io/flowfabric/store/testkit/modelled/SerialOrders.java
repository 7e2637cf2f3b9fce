package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.store.testkit.modelled.ModelTrial.Made;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Searches an order of calls made at the same time, one after the other, in which the rules give the same answers and
 * leave the same behind. A claim may pass over executions that another call of them had locked, as if they were not there.
 */
final class SerialOrders {
    /** More are tried as a whole: the number of orders grows fast. */
    private static final int MOST_PARTS = 5;

    private static final int MOST_UNSEEN = 6;

    private final CallHistory past;
    private final long now;
    private final List<AtomicPart<?, ?>> parts;
    private final StoredEffects aftermath;
    private final List<String> differences = new ArrayList<>();
    private final Set<ExecutionId> concerned = new LinkedHashSet<>();
    private final Map<AtomicPart<?, ?>, Set<ExecutionId>> loadedAlone = new IdentityHashMap<>();

    SerialOrders(CallHistory past, long now, List<AtomicPart<?, ?>> calls, StoredEffects aftermath) {
        this.past = past;
        this.now = now;
        var split = calls.stream().flatMap(call -> call.split().stream()).toList();
        var followUps = calls.stream().flatMap(call -> call.followUp().stream());
        this.parts = Stream.<AtomicPart<?, ?>>concat((split.size() <= MOST_PARTS ? split : calls).stream(), followUps)
                .toList();
        this.aftermath = aftermath;
    }

    /** The calls in an order that explains everything; empty when there is none. */
    Optional<List<Made<?, ?>>> find() {
        parts.forEach(part -> loadedAlone.put(part, loadedBy(part)));
        loadedAlone.values().forEach(concerned::addAll);
        return permutations(parts).stream()
                .map(this::explains)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Of each order that was tried, the first thing in which it differs from what happened. */
    String differences() {
        return differences.stream().distinct().collect(Collectors.joining("\n"));
    }

    /** A claim that does not answer what another call may have held is taken to have passed it over, and tried again. */
    private Optional<List<Made<?, ?>>> explains(List<AtomicPart<?, ?>> order) {
        var unseen = new IdentityHashMap<AtomicPart<?, ?>, Set<ExecutionId>>();
        var different = differing(order, unseen);
        while (different.isPresent() && different.get().passesOver(unseen)) {
            different = differing(order, unseen);
        }
        if (different.isPresent()) {
            differences.add(different.get().text());
            return Optional.empty();
        }
        return unseenBesides(unseen).stream()
                .filter(more -> differing(order, more).isEmpty())
                .map(more -> leaving(order, more))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** What was passed over by then, and with it every set of what may have been passed over without changing an answer. */
    private List<Map<AtomicPart<?, ?>, Set<ExecutionId>>> unseenBesides(Map<AtomicPart<?, ?>, Set<ExecutionId>> known) {
        var more = parts.stream()
                .filter(AtomicPart::passesOverLocked)
                .flatMap(part -> loadedAlone.get(part).stream()
                        .filter(heldByOthers(part)::contains)
                        .filter(id -> !part.actual().toString().contains(id.toString()))
                        .filter(id -> !known.getOrDefault(part, Set.of()).contains(id))
                        .map(id -> Map.<AtomicPart<?, ?>, ExecutionId>entry(part, id)))
                .limit(MOST_UNSEEN)
                .toList();
        return IntStream.range(0, 1 << more.size())
                .mapToObj(bits -> {
                    var all = new IdentityHashMap<AtomicPart<?, ?>, Set<ExecutionId>>();
                    known.forEach((part, ids) -> all.put(part, new LinkedHashSet<>(ids)));
                    IntStream.range(0, more.size())
                            .filter(i -> (bits >> i & 1) == 1)
                            .mapToObj(more::get)
                            .forEach(one -> all.computeIfAbsent(one.getKey(), any -> new LinkedHashSet<>())
                                    .add(one.getValue()));
                    return (Map<AtomicPart<?, ?>, Set<ExecutionId>>) all;
                })
                .toList();
    }

    /** The calls, if they leave behind what is there. */
    private Optional<List<Made<?, ?>>> leaving(
            List<AtomicPart<?, ?>> order, Map<AtomicPart<?, ?>, Set<ExecutionId>> unseen) {
        var rehearsal = past.replay();
        var made = order.stream().<Made<?, ?>>map(part -> made(part, unseen)).toList();
        made.forEach(rehearsal::make);
        var difference = aftermath.differenceTo(rehearsal, concerned);
        difference.ifPresent(text -> differences.add(story(order, unseen) + ": " + text));
        return difference.isPresent() ? Optional.empty() : Optional.of(made);
    }

    /**
     * A part to which the rules answer something else than it was told.
     *
     * @param missed what the rules answer it, it was not told, and another part may have held
     */
    private record Different(AtomicPart<?, ?> part, Set<ExecutionId> missed, String text) {
        /** Whether there is more that it may have passed over, which is then added. */
        boolean passesOver(Map<AtomicPart<?, ?>, Set<ExecutionId>> unseen) {
            return part.passesOverLocked()
                    && unseen.computeIfAbsent(part, any -> new LinkedHashSet<>())
                            .addAll(missed);
        }
    }

    private Optional<Different> differing(
            List<AtomicPart<?, ?>> order, Map<AtomicPart<?, ?>, Set<ExecutionId>> unseen) {
        var rehearsal = past.replay();
        for (var part : order) {
            rehearsal.world().takeTouched();
            var expected = CallAnswers.facts(rehearsal.make(made(part, unseen)));
            var actual = CallAnswers.facts(part.actual());
            if (!actual.equals(expected)) {
                var missed = new LinkedHashSet<>(rehearsal.world().takeTouched());
                missed.retainAll(heldByOthers(part));
                missed.removeIf(id -> actual.toString().contains(id.toString()));
                return Optional.of(new Different(
                        part,
                        missed,
                        "%s: the rules answer %s to call %d".formatted(story(order, unseen), expected, part.party())));
            }
        }
        return Optional.empty();
    }

    private static String story(List<AtomicPart<?, ?>> order, Map<AtomicPart<?, ?>, Set<ExecutionId>> unseen) {
        return "In the order " + order.stream().map(AtomicPart::party).toList()
                + (unseen.isEmpty() ? "" : ", claims not seeing " + unseen.values());
    }

    /** What other parts would load alone, and what they were told of. */
    private Set<ExecutionId> heldByOthers(AtomicPart<?, ?> one) {
        return concerned.stream()
                .filter(id -> parts.stream()
                        .filter(part -> part != one)
                        .anyMatch(part -> loadedAlone.get(part).contains(id)
                                || part.actual().toString().contains(id.toString())))
                .collect(Collectors.toSet());
    }

    private <A, R> Made<A, R> made(AtomicPart<A, R> part, Map<AtomicPart<?, ?>, Set<ExecutionId>> unseen) {
        return new Made<>(now, part.call(), part.actual(), Set.copyOf(unseen.getOrDefault(part, Set.of())));
    }

    private Set<ExecutionId> loadedBy(AtomicPart<?, ?> part) {
        var rehearsal = past.replay();
        FollowUpCalls.causeOf(part.call())
                .ifPresent(cause -> rehearsal.make(
                        new Made<>(now, cause, new Answer.Given<>(new RegisterWorkerOutcome.Registered()), Set.of())));
        rehearsal.make(made(part, Map.of()));
        return rehearsal.world().takeTouched();
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
