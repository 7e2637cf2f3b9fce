package io.flowfabric.engine.ops;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Batcher;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Effects;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.write.KeyWrites.KnownKeys;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.TimeOrderedUuid;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Bringing executions in, one or many in one transaction. */
final class Submissions {
    private final CommandExecutor calls;
    private final Batcher<Prepared, Answer<CreateExecutionOutcome>> creations;

    Submissions(CommandExecutor calls) {
        this.calls = calls;
        this.creations = new Batcher<>(this::createFree, Prepared::id, calls.budget());
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.CREATE_EXECUTION, this::create);
        bindings.bindIn(Catalogue.CREATE_EXECUTION, this::createIn);
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

    /** Checks what can be checked before the store is used, and creates the id when none was given. */
    Prepared prepare(CreateExecution args) {
        var config = calls.settings().partitions();
        var id = args.executionId()
                .orElseGet(() -> ExecutionId.deterministicSolo(args.laneId(), config, TimeOrderedUuid.mint()));
        CommandExecutor.require(CreateRules.checkArguments(args, id, config));
        return new Prepared(args, id);
    }

    List<Answer<CreateExecutionOutcome>> createAll(List<Prepared> all) {
        return calls.together(creations, all);
    }

    private CompletableFuture<List<Optional<Answer<CreateExecutionOutcome>>>> createFree(
            List<Prepared> all, Deadline deadline, boolean again) {
        return calls.store().tryWrite(Weighed.total(all), deadline, tx -> createFree(tx, all));
    }

    /** Creates those whose key is not held; the others have no answer yet, since one that waits would delay all. */
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
        return tx.keys()
                .find(all.stream().flatMap(one -> one.key().stream()).distinct().toList());
    }

    /** Ids that exist already; one that was minted for its execution cannot. */
    private static Collection<ExecutionId> takenOf(WriteTx tx, List<Prepared> all) {
        var given = all.stream()
                .filter(one -> one.args().executionId().isPresent())
                .map(Prepared::id)
                .distinct()
                .toList();
        return given.isEmpty() ? given : tx.executions().existing(given);
    }

    private static List<Answer<CreateExecutionOutcome>> createAll(WriteTx tx, List<Prepared> all) {
        return createAll(tx, all, keysOf(tx, all));
    }

    private static List<Answer<CreateExecutionOutcome>> createAll(WriteTx tx, List<Prepared> all, KnownKeys keys) {
        var taken = takenOf(tx, all);
        long now = tx.now();
        var full = new HashMap<Integer, Integer>();
        while (true) {
            var decided = decide(all, keys, taken, full, now);
            var without = tx.lanes().addQueues(List.copyOf(decided.created().values()));
            if (without.isEmpty()) {
                decided.effects().store(tx);
                return decided.answers();
            }
            // One that is refused leaves its key to others of the batch, so all are decided again.
            var places = List.copyOf(decided.created().keySet());
            without.forEach((nth, queues) -> full.put(places.get(nth), queues));
        }
    }

    /**
     * What is decided about a batch.
     *
     * @param created what is to be created, by its place in the batch
     */
    private record Decided(
            List<Answer<CreateExecutionOutcome>> answers, Effects effects, Map<Integer, Change.Created> created) {}

    /** @param full for which of them there is no queue, by their places, with the number of queues that there are */
    private static Decided decide(
            List<Prepared> all,
            KnownKeys keys,
            Collection<ExecutionId> existing,
            Map<Integer, Integer> full,
            long now) {
        var byKey = new HashMap<>(keys.used());
        var taken = new HashSet<>(existing);
        var answers = new ArrayList<Answer<CreateExecutionOutcome>>();
        var effects = new Effects();
        var createdAt = new LinkedHashMap<Integer, Change.Created>();
        for (int place = 0; place < all.size(); place++) {
            var one = all.get(place);
            var queues = full.containsKey(place) ? OptionalInt.of(full.get(place)) : OptionalInt.empty();
            var known = new Existing(one.key().map(byKey::get), taken.contains(one.id()), queues);
            var decision = CreateRules.create(one.args(), one.id(), known, now);
            for (Change change : decision.changes()) {
                if (change instanceof Change.Created created) {
                    createdAt.put(place, created);
                    taken.add(created.after().id());
                    created.submission()
                            .reservation()
                            .ifPresent(
                                    kept -> byKey.put(new ScopedKey(one.args().namespace(), kept.key()), one.id()));
                }
            }
            effects.add(decision);
            answers.add(decision.answer());
        }
        return new Decided(answers, effects, createdAt);
    }
}
