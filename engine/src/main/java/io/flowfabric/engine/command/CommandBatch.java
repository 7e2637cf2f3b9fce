package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides many commands in one transaction, those about one record in their order and each on the state that the one
 * before leaves. A refusal is the answer to its own command only.
 *
 * <p>Commands about a cached execution are decided on the cached state, and written if the execution is still at that
 * version. For the others, records are loaded and locked family by family. The batch does not wait for rows: commands
 * about a record that another transaction holds locked are left without an answer, to be tried again. The changes of
 * many commands to one record are written once, as far as the kinds of the changes allow.
 */
public final class CommandBatch {
    /**
     * The result of a batch.
     *
     * @param answers one for each command, empty for those that have to be tried again
     * @param left how executions were left behind, to be cached after the commit
     */
    record BatchResult(List<Optional<Answer<?>>> answers, List<AppliedChange> left) {}

    /** A change, and what it was decided on. */
    public record AppliedChange(Loaded before, Change.OfExecution change) {}

    private final WriteTx tx;
    private final List<? extends Command<?>> commands;
    private final List<Optional<Answer<?>>> answers;
    private final List<AppliedChange> left = new ArrayList<>();
    private final Effects effects = new Effects();

    private CommandBatch(WriteTx tx, List<? extends Command<?>> commands) {
        this.tx = tx;
        this.commands = commands;
        this.answers = new ArrayList<>(Collections.nCopies(commands.size(), Optional.empty()));
    }

    /**
     * @param cache empty for commands that were tried before: the transaction that held their rows may have changed
     *     them
     */
    static BatchResult on(WriteTx tx, List<? extends Command<?>> commands, Optional<LeasedExecutionCache> cache) {
        var batch = new CommandBatch(tx, commands);
        cache.ifPresent(batch::decideOnCached);
        batch.decideOnLoaded();
        batch.effects.store(tx);
        return new BatchResult(batch.answers, batch.left);
    }

    private void decideOnCached(LeasedExecutionCache cache) {
        var folds = new LinkedHashMap<ExecutionId, CachedExecutionFold>();
        for (int place = 0; place < commands.size(); place++) {
            var command = commands.get(place);
            for (var id : command.wants().executions()) {
                var fold = folds.computeIfAbsent(id, any -> new CachedExecutionFold(cache.of(id)));
                if (command.wants().isOneExecution()) {
                    fold.decide(place, command, tx.now());
                } else {
                    // Later commands about this execution must not overtake this one, which needs more than the cache
                    // has.
                    fold.close();
                }
            }
        }
        folds.values().removeIf(CachedExecutionFold::isEmpty);
        if (!folds.isEmpty()) {
            applyIfCurrent(folds);
        }
    }

    private void applyIfCurrent(Map<ExecutionId, CachedExecutionFold> folds) {
        folds.keySet()
                .retainAll(tx.executions()
                        .applyIfCurrent(folds.values().stream()
                                .map(CachedExecutionFold::guarded)
                                .toList()));
        for (var fold : folds.values()) {
            fold.drafts().forEach(draft -> take(draft.place(), draft.decision()));
            left.add(fold.left());
        }
        ChangeLine.apply(
                tx, folds.values().stream().map(CachedExecutionFold::changes).toList(), 1);
    }

    private void decideOnLoaded() {
        var open = new ArrayList<Integer>();
        for (int place = 0; place < commands.size(); place++) {
            if (answers.get(place).isEmpty()) {
                open.add(place);
            }
        }
        if (open.isEmpty()) {
            return;
        }
        var records = LoadedRecords.tryLock(
                tx, open.stream().map(place -> commands.get(place).wants()).toList());
        long now = tx.now();
        var changes = new FoldedChanges();
        for (int place : open) {
            if (!records.holdsUp(commands.get(place).wants())) {
                var decision = commands.get(place).rule().decide(records, now);
                take(place, decision);
                decision.changes().forEach(change -> note(change, records, changes));
            }
        }
        changes.write(tx);
    }

    private void note(Change change, LoadedRecords records, FoldedChanges changes) {
        if (change instanceof Change.OfExecution changed) {
            left.add(new AppliedChange(records.execution(changed.after().id()).orElseThrow(), changed));
        }
        records.note(change);
        changes.add(change);
    }

    private void take(int place, Decision<?> decision) {
        answers.set(place, Optional.of(decision.answer()));
        effects.addBesidesChanges(decision);
    }
}
