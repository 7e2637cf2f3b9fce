package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.CreateRules;
import io.flowfabric.engine.rules.CreateRules.Existing;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.WriteTx.KnownKeys;
import io.flowfabric.engine.store.WriteTx.ScopedKey;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.TimeOrderedUuid;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionOutcome;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Bringing executions in, one or many in one transaction. */
final class Submissions {
    private final Calls calls;
    private final Batcher<Prepared, Answer<CreateExecutionOutcome>> creations;

    Submissions(Calls calls) {
        this.calls = calls;
        this.creations = new Batcher<>(this::createFree, Prepared::id, calls.budget());
    }

    /** Arguments that were found in order, and the id that the execution will have. */
    record Prepared(CreateExecution args, ExecutionId id) implements Weighed {
        @Override
        public long weight() {
            return args.input().size() + args.policy().length();
        }

        Optional<ScopedKey> key() {
            return args.idempotencyKey()
                    .filter(IdempotencyKey::isPresent)
                    .map(key -> new ScopedKey(args.namespace(), key));
        }
    }

    CreateExecutionOutcome create(CreateExecution args) {
        return calls.share(creations, prepare(args)).orThrow();
    }

    /** Creates an execution in a transaction of the caller's. */
    CreateExecutionOutcome createIn(Connection connection, CreateExecution args) {
        return createAllIn(connection, List.of(prepare(args))).get(0).orThrow();
    }

    /** Creates executions in a transaction of the caller's. */
    List<Answer<CreateExecutionOutcome>> createAllIn(Connection connection, List<Prepared> all) {
        return calls.store().writeIn(connection, tx -> createAll(tx, all));
    }

    /** Checks what can be checked before the store is asked, and mints the id when none was given. */
    Prepared prepare(CreateExecution args) {
        var config = calls.settings().partitions();
        var id = args.executionId()
                .orElseGet(() -> ExecutionId.deterministicSolo(args.laneId(), config, TimeOrderedUuid.mint()));
        Calls.require(CreateRules.checkArguments(args, id, config));
        return new Prepared(args, id);
    }

    List<Answer<CreateExecutionOutcome>> createAll(List<Prepared> all) {
        return calls.together(creations, all);
    }

    private CompletableFuture<List<Optional<Answer<CreateExecutionOutcome>>>> createFree(
            List<Prepared> all, Deadline deadline, boolean again) {
        return calls.store().tryWrite(Weighed.total(all), deadline, tx -> createFree(tx, all));
    }

    /** Creates those whose key nobody holds; the others have no answer, for one that waits would hold up all. */
    private static List<Optional<Answer<CreateExecutionOutcome>>> createFree(WriteTx tx, List<Prepared> all) {
        var keys = keysOf(tx, all);
        var free = all.stream().filter(one -> isFree(one, keys)).toList();
        var answers = createAll(tx, free, keys).iterator();
        return all.stream()
                .map(one -> isFree(one, keys)
                        ? Optional.of(answers.next())
                        : Optional.<Answer<CreateExecutionOutcome>>empty())
                .toList();
    }

    private static boolean isFree(Prepared one, KnownKeys keys) {
        return one.key()
                .filter(key -> keys.held().contains(key) && !keys.used().containsKey(key))
                .isEmpty();
    }

    private static KnownKeys keysOf(WriteTx tx, List<Prepared> all) {
        return tx.byKeys(
                all.stream().flatMap(one -> one.key().stream()).distinct().toList());
    }

    /** Ids that exist already; one that was minted for its execution cannot. */
    private static Collection<ExecutionId> takenOf(WriteTx tx, List<Prepared> all) {
        var given = all.stream()
                .filter(one -> one.args().executionId().isPresent())
                .map(Prepared::id)
                .distinct()
                .toList();
        return given.isEmpty() ? given : tx.existing(given);
    }

    private static List<Answer<CreateExecutionOutcome>> createAll(WriteTx tx, List<Prepared> all) {
        return createAll(tx, all, keysOf(tx, all));
    }

    private static List<Answer<CreateExecutionOutcome>> createAll(WriteTx tx, List<Prepared> all, KnownKeys keys) {
        var byKey = new HashMap<>(keys.used());
        var taken = new HashSet<>(takenOf(tx, all));
        long now = tx.now();
        var answers = new ArrayList<Answer<CreateExecutionOutcome>>();
        var changes = new ArrayList<Change>();
        var events = new ArrayList<Event>();
        for (var one : all) {
            var existing = new Existing(one.key().map(byKey::get), taken.contains(one.id()));
            var decision = CreateRules.create(one.args(), one.id(), existing, now);
            for (Change change : decision.changes()) {
                if (change instanceof Change.Created created) {
                    taken.add(created.after().id());
                    created.submission()
                            .reservation()
                            .ifPresent(
                                    kept -> byKey.put(new ScopedKey(one.args().namespace(), kept.key()), one.id()));
                }
            }
            changes.addAll(decision.changes());
            events.addAll(decision.events());
            answers.add(decision.answer());
        }
        Calls.store(tx, changes, events);
        return answers;
    }
}
