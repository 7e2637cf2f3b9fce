package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ExecutionPage;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.submit.CancelExecution;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Ending executions by callers without a lease, and reading them. */
final class Executions {
    private final CommandExecutor calls;

    Executions(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.CANCEL_EXECUTION, this::cancel);
        bindings.bind(Catalogue.DESCRIBE_EXECUTION, this::describe);
        bindings.bind(Catalogue.LIST_EXECUTIONS, this::list);
        bindings.bind(Catalogue.SCAN_ELIGIBLE_EXECUTIONS, this::scanEligible);
        bindings.bind(Catalogue.LIST_ATTEMPTS, this::attempts);
        bindings.bind(Catalogue.GET_EXECUTION_RESULT, this::result);
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
                            "It belongs to another partition than the given %d.".formatted(partition.getAsInt()))
                    .toException();
        }
    }
}
