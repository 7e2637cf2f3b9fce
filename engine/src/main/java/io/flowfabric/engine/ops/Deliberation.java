package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about many executions in one transaction, in the order of the commands about each. A refusal is the answer to
 * its own command only.
 *
 * <p>What this process has a copy of is decided on the copy, and holds if the execution is still at that version. The
 * rest is loaded and locked as a set. No row is waited for: commands about an execution that another transaction holds
 * locked are left without an answer, to be tried again.
 */
final class Deliberation {
    /**
     * What came of it.
     *
     * @param answers one for each command, empty for those that were not reached
     * @param left how executions were left behind, to be kept as copies after the commit
     */
    record Verdict(List<Optional<Answer<?>>> answers, List<Left> left) {}

    /** A change, and what it was decided on. */
    record Left(Loaded before, Change.OfExecution change) {}

    private final WriteTx tx;
    private final List<? extends Command<?>> commands;
    private final Map<Integer, Answer<?>> answers = new HashMap<>();
    private final List<Left> left = new ArrayList<>();
    private final Map<ExecutionId, Loaded> found = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    private Deliberation(WriteTx tx, List<? extends Command<?>> commands) {
        this.tx = tx;
        this.commands = commands;
    }

    /** @param copies none for commands that were tried before: what holds their rows moves them on, too */
    static Verdict on(WriteTx tx, List<? extends Command<?>> commands, Optional<Copies> copies) {
        var deliberation = new Deliberation(tx, commands);
        copies.ifPresent(deliberation::decideOnCopies);
        deliberation.decideOnLoaded();
        deliberation.store();
        return deliberation.verdict();
    }

    private record Draft(int place, Decision<?> decision, Change.OfExecution change, Loaded copy) {}

    private void decideOnCopies(Copies copies) {
        var drafts = new LinkedHashMap<ExecutionId, Draft>();
        var seen = new HashSet<ExecutionId>();
        for (int i = 0; i < commands.size(); i++) {
            var command = commands.get(i);
            if (seen.add(command.id())) {
                int place = i;
                copies.of(command.id())
                        .flatMap(copy -> draft(place, command, copy))
                        .ifPresent(draft -> drafts.put(command.id(), draft));
            }
        }
        if (drafts.isEmpty()) {
            return;
        }
        var applied =
                tx.applyIfCurrent(drafts.values().stream().map(Draft::change).toList());
        for (var draft : drafts.values()) {
            if (applied.contains(draft.change().after().id())) {
                answers.put(draft.place(), draft.decision().answer());
                events.addAll(draft.decision().events());
                left.add(new Left(draft.copy(), draft.change()));
            }
        }
    }

    /** A decision on a copy is of use if it changes that execution and nothing else; a refusal wants the real row. */
    private Optional<Draft> draft(int place, Command<?> command, Loaded copy) {
        long now = Math.max(tx.now(), copy.execution().timing().lastMutationAt());
        var decision = command.rule().decide(Optional.of(copy), now);
        return decision.refusal().isEmpty()
                        && decision.changes().size() == 1
                        && decision.changes().get(0) instanceof Change.OfExecution change
                ? Optional.of(new Draft(place, decision, change, copy))
                : Optional.empty();
    }

    private void decideOnLoaded() {
        var ids = new LinkedHashSet<ExecutionId>();
        for (int i = 0; i < commands.size(); i++) {
            if (!answers.containsKey(i)) {
                ids.add(commands.get(i).id());
            }
        }
        if (ids.isEmpty()) {
            return;
        }
        var unreached = load(ids);
        var decidedOn = new HashSet<ExecutionId>();
        for (int i = 0; i < commands.size(); i++) {
            var id = commands.get(i).id();
            if (!answers.containsKey(i) && !unreached.contains(id)) {
                decide(i, commands.get(i), decidedOn.add(id));
            }
        }
    }

    /** Loads what can be had without waiting, and answers what cannot. */
    private Set<ExecutionId> load(Set<ExecutionId> ids) {
        found.putAll(tx.tryLock(ids));
        var missing = new HashSet<>(ids);
        missing.removeAll(found.keySet());
        return missing.isEmpty() ? missing : new HashSet<>(tx.existing(missing));
    }

    private <R> void decide(int place, Command<R> command, boolean first) {
        if (!first) {
            store();
            found.putAll(tx.lock(List.of(command.id())));
        }
        var loaded = Optional.ofNullable(found.get(command.id()));
        Decision<R> decision = command.rule().decide(loaded, tx.now());
        for (Change change : decision.changes()) {
            if (change instanceof Change.OfExecution changed) {
                left.add(new Left(loaded.orElseThrow(), changed));
            }
        }
        changes.addAll(decision.changes());
        events.addAll(decision.events());
        answers.put(place, decision.answer());
    }

    private void store() {
        Calls.store(tx, List.copyOf(changes), List.copyOf(events));
        changes.clear();
        events.clear();
    }

    private Verdict verdict() {
        var inOrder = new ArrayList<Optional<Answer<?>>>();
        for (int i = 0; i < commands.size(); i++) {
            inOrder.add(Optional.ofNullable(answers.get(i)));
        }
        return new Verdict(inOrder, left);
    }
}
