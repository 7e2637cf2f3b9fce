package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.CancelRules;
import io.flowfabric.engine.rules.CreateRules;
import io.flowfabric.engine.rules.CreateRules.Existing;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionOutcome;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.Payload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Bringing executions in, ending them from above, and looking at them. */
final class Executions {
    private static final int MAX_PAGE = 1000;

    private final Calls calls;

    Executions(Calls calls) {
        this.calls = calls;
    }

    CreateExecutionOutcome create(CreateExecution args) {
        var config = calls.settings().partitions();
        var id = args.executionId().orElseGet(() -> ExecutionId.solo(args.laneId(), config));
        Calls.require(CreateRules.checkArguments(args, id, config));
        long weight = args.input().size() + args.policy().length();
        return calls.<Answer<CreateExecutionOutcome>>write(weight, tx -> {
                    var byKey = args.idempotencyKey()
                            .filter(IdempotencyKey::isPresent)
                            .flatMap(key -> tx.byKey(args.namespace(), key));
                    boolean taken = byKey.isEmpty() && !tx.existing(List.of(id)).isEmpty();
                    return Calls.store(tx, CreateRules.create(args, id, new Existing(byKey, taken), tx.now()));
                })
                .orThrow();
    }

    EndedOutcome cancel(CancelExecution args) {
        return calls.onExisting(
                args.executionId(),
                args.reason().length(),
                (loaded, now) -> CancelRules.cancelExecution(
                        loaded, args.reason(), args.source(), args.leaseId(), args.leaseEpoch(), now));
    }

    Optional<ExecutionSnapshot> describe(ExecutionRef ref) {
        return calls.read(tx -> tx.executions()
                .find(ref.executionId())
                .flatMap(execution -> tx.executions()
                        .content(ref.executionId())
                        .map(content -> new ExecutionSnapshot(
                                execution,
                                content.executionKind(),
                                content.tags().asMap()))));
    }

    List<Attempt> attempts(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().attempts(ref.executionId()));
    }

    Optional<Payload> result(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().result(ref.executionId()));
    }

    ExecutionPage list(ListExecutions args) {
        args.cursor().ifPresent(cursor -> checkCursor(cursor, args.partition()));
        int limit = Math.min(args.limit(), MAX_PAGE);
        if (limit <= 0) {
            return ExecutionPage.EMPTY;
        }
        var page = Page.of(calls.read(tx -> tx.executions().list(args.partition(), args.cursor(), limit + 1)), limit);
        return new ExecutionPage(page.items(), page.next());
    }

    private static void checkCursor(ExecutionId cursor, OptionalInt partition) {
        if (partition.orElse(cursor.partition()) != cursor.partition()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "cursor: " + cursor,
                            "It belongs to another partition than the %d that was asked for."
                                    .formatted(partition.getAsInt()))
                    .toException();
        }
    }
}
