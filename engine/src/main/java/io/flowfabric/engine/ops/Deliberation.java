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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides about many executions in one transaction, in the order of the commands. They are locked as a set, so that two
 * batches cannot wait for each other, and what was decided is stored together. A command about an execution that an
 * earlier one was about sees what that one left behind. A refusal is the answer to its own command only.
 */
final class Deliberation<R> {
    private final WriteTx tx;
    private final Map<ExecutionId, Loaded> found;
    private final Set<ExecutionId> decidedOn = new HashSet<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Answer<R>> answers = new ArrayList<>();

    private Deliberation(WriteTx tx, List<Command<R>> commands) {
        this.tx = tx;
        this.found = new HashMap<>(
                tx.lock(commands.stream().map(Command::id).distinct().toList()));
    }

    static <R> List<Answer<R>> on(WriteTx tx, List<Command<R>> commands) {
        var deliberation = new Deliberation<>(tx, commands);
        commands.forEach(deliberation::decide);
        deliberation.store();
        return deliberation.answers;
    }

    private void decide(Command<R> command) {
        if (!decidedOn.add(command.id())) {
            store();
            found.putAll(tx.lock(List.of(command.id())));
        }
        var loaded = found.get(command.id());
        Decision<R> decision = loaded == null
                ? Decision.refuse(Calls.notFound(command.id()))
                : command.rule().decide(loaded, tx.now());
        changes.addAll(decision.changes());
        events.addAll(decision.events());
        answers.add(decision.answer());
    }

    private void store() {
        Calls.store(tx, List.copyOf(changes), List.copyOf(events));
        changes.clear();
        events.clear();
    }
}
