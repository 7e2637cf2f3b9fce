package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.CancelRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ScanEligibleExecutions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Ending executions from above, and looking at them. */
final class Executions {
    private final Calls calls;

    Executions(Calls calls) {
        this.calls = calls;
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
        return calls.read(tx -> tx.executions().attempts(ref.executionId(), Limits.ATTEMPTS));
    }

    Optional<Payload> result(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().result(ref.executionId()));
    }

    List<ExecutionId> scanEligible(ScanEligibleExecutions args) {
        int limit = Page.longest(args.limit());
        return limit <= 0 ? List.of() : calls.read(tx -> tx.executions().eligible(args, limit));
    }

    ExecutionPage list(ListExecutions args) {
        args.cursor().ifPresent(cursor -> checkCursor(cursor, args.partition()));
        int limit = Math.min(args.limit(), Limits.PAGE);
        if (limit <= 0) {
            return ExecutionPage.EMPTY;
        }
        var page = Page.of(calls.read(tx -> tx.executions().list(args, limit + 1)), limit);
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
