package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.BatchRoom;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Weighed;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.limit.ArgumentRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Many calls of one kind at once: each item gets the answer that the single call would get. A batch is one transaction,
 * unless it is so large that it would delay others.
 */
final class Batches {
    private final CommandExecutor calls;
    private final Submissions submissions;
    private final Leases leases;

    Batches(CommandExecutor calls, Submissions submissions, Leases leases) {
        this.calls = calls;
        this.submissions = submissions;
        this.leases = leases;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.SUBMIT_BATCH, this::submit);
        bindings.bindIn(Catalogue.SUBMIT_BATCH, this::submitIn);
        bindings.bind(Catalogue.COMPLETE_BATCH, this::complete);
        bindings.bind(Catalogue.RENEW_BATCH, this::renew);
    }

    List<BatchItem<CreateExecutionOutcome>> submit(SubmitBatch args) {
        return run("executions", args.executions(), submissions::prepare, sparing(submissions::createAll));
    }

    /**
     * In a transaction of the caller. A failure of the whole batch is thrown, so that it is not committed by oversight.
     */
    List<BatchItem<CreateExecutionOutcome>> submitIn(Connection connection, SubmitBatch args) {
        return run(
                "executions",
                args.executions(),
                submissions::prepare,
                all -> items(submissions.createAllIn(connection, all)));
    }

    List<BatchItem<Ok>> complete(CompleteBatch args) {
        return run("items", args.items(), leases::completion, sparing(calls::carryOutAll));
    }

    List<BatchItem<RenewOutcome>> renew(RenewBatch args) {
        return run("items", args.items(), leases::renewal, sparing(calls::carryOutAll));
    }

    /** An item that passed the checks, and where in the batch it stands. */
    private record Placed<C extends Weighed>(int index, C item) implements Weighed {
        @Override
        public long weight() {
            return item.weight();
        }
    }

    private static <A extends Record, C extends Weighed, R> List<BatchItem<R>> run(
            String field, List<A> items, Function<A, C> prepare, Function<List<C>, List<BatchItem<R>>> carryOut) {
        check(field, items);
        var results = new TreeMap<Integer, BatchItem<R>>();
        var prepared = new ArrayList<Placed<C>>();
        for (int i = 0; i < items.size(); i++) {
            try {
                CommandExecutor.require(ArgumentRules.check(items.get(i)));
                prepared.add(new Placed<>(i, prepare.apply(items.get(i))));
            } catch (EngineException refused) {
                results.put(i, new BatchItem.Refused<>(refused.error()));
            }
        }
        for (var load : loads(prepared)) {
            var answers = carryOut.apply(load.stream().map(Placed::item).toList());
            for (int i = 0; i < load.size(); i++) {
                results.put(load.get(i).index(), answers.get(i));
            }
        }
        return List.copyOf(results.values());
    }

    /** A load that the store could not take is an error of each of its items, and leaves the other loads alone. */
    private static <C, R> Function<List<C>, List<BatchItem<R>>> sparing(Function<List<C>, List<Answer<R>>> carryOut) {
        return load -> {
            try {
                return items(carryOut.apply(load));
            } catch (EngineException failed) {
                return Collections.nCopies(load.size(), new BatchItem.Refused<>(failed.error()));
            }
        };
    }

    private static <R> List<BatchItem<R>> items(List<Answer<R>> answers) {
        return answers.stream()
                .<BatchItem<R>>map(answer -> answer instanceof Answer.Refused<R> refused
                        ? new BatchItem.Refused<>(refused.error())
                        : new BatchItem.Answered<>(answer.orThrow()))
                .toList();
    }

    /** The items in order, in as few loads as their weight allows. */
    private static <C extends Weighed> List<List<Placed<C>>> loads(List<Placed<C>> items) {
        var loads = new ArrayList<List<Placed<C>>>();
        long bytes = BatchRoom.MOST_BYTES;
        for (var item : items) {
            long weight = Weighed.total(item);
            if (bytes + weight > BatchRoom.MOST_BYTES) {
                loads.add(new ArrayList<>());
                bytes = 0;
            }
            loads.get(loads.size() - 1).add(item);
            bytes += weight;
        }
        return loads;
    }

    private static void check(String field, List<?> items) {
        if (items.isEmpty() || items.size() > Limits.BATCH) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "%s: %d items".formatted(field, items.size()),
                            "A batch has 1 to %d items; send more in several.".formatted(Limits.BATCH))
                    .toException();
        }
    }
}
