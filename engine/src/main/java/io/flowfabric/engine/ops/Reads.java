package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.store.read.ExecutionReads.LeaseScan;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import io.flowfabric.model.op.listing.LanePage;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.read.ExecCoreFields;
import io.flowfabric.model.op.read.ExecutionContext;
import io.flowfabric.model.op.read.ExecutionInfo;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.state.PublicState;
import java.util.Map;
import java.util.Optional;

/** Reading executions and lanes. Takes no lease, changes nothing, sees what is committed. */
final class Reads {
    /** Rows of executions have texts of some kilobytes at most. */
    private static final int PORTION = 256;

    private final CommandExecutor calls;

    Reads(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.READ_EXECUTION_INFO, this::info);
        bindings.bind(Catalogue.READ_EXECUTION_STATE, this::state);
        bindings.bind(Catalogue.READ_EXECUTION_CONTEXT, this::context);
        bindings.bind(Catalogue.READ_CURRENT_ATTEMPT_INDEX, this::currentAttemptIndex);
        bindings.bind(Catalogue.READ_TOTAL_ATTEMPT_COUNT, this::totalAttemptCount);
        bindings.bind(Catalogue.READ_EXEC_CORE_FIELDS, this::coreFields);
        bindings.bind(Catalogue.GET_EXECUTION_NAMESPACE, this::namespace);
        bindings.bind(Catalogue.RESOLVE_EXECUTION_FLOW_ID, this::flowId);
        bindings.bind(Catalogue.LIST_LANES, this::lanes);
        bindings.bind(Catalogue.LIST_EXPIRED_LEASES, this::expiredLeases);
    }

    Optional<ExecutionInfo> info(ExecutionRef ref) {
        return calls.read(tx -> tx.executions()
                .find(ref.executionId())
                .flatMap(e -> tx.executions()
                        .content(ref.executionId())
                        .map(content -> ExecutionInfo.of(e, content.executionKind()))));
    }

    Optional<PublicState> state(ExecutionRef ref) {
        return find(ref.executionId()).map(Execution::publicState);
    }

    ExecutionContext context(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().content(ref.executionId()))
                .map(content -> new ExecutionContext(
                        content.input(), content.executionKind(), content.tags().asMap()))
                .orElseThrow(() -> unknown("read_execution_context", ref.executionId()));
    }

    int currentAttemptIndex(ExecutionRef ref) {
        return find(ref.executionId())
                .orElseThrow(() -> unknown("read_current_attempt_index", ref.executionId()))
                .current()
                .index()
                .orElse(0);
    }

    int totalAttemptCount(ExecutionRef ref) {
        return find(ref.executionId())
                .orElseThrow(() -> unknown("read_total_attempt_count", ref.executionId()))
                .counters()
                .attempts();
    }

    Optional<Namespace> namespace(ExecutionRef ref) {
        return find(ref.executionId()).map(e -> e.identity().namespace());
    }

    Optional<FlowId> flowId(ExecutionRef ref) {
        return find(ref.executionId()).flatMap(e -> e.identity().flowId());
    }

    ExecCoreFields coreFields(ReadExecCoreFields args) {
        int own = args.executionId().partition();
        if (args.partition().orElse(own) != own) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "partition: " + args.partition().getAsInt(),
                            "Execution %s belongs to partition %d; name that one, or none."
                                    .formatted(args.executionId(), own))
                    .toException();
        }
        return new ExecCoreFields(
                args.fields().isEmpty()
                        ? Map.of()
                        : calls.read(tx -> CoreFields.read(tx.executions(), args.executionId(), args.fields())));
    }

    LanePage lanes(ListLanes args) {
        int limit = Page.longest(args.limit());
        if (limit <= 0) {
            return LanePage.EMPTY;
        }
        var found = calls.read(tx -> tx.lanes().list(args.namespace(), args.cursor(), Page.oneMore(limit)));
        var page = Page.of(found, limit);
        return new LanePage(page.items(), page.next());
    }

    ExpiredLeasePage expiredLeases(ListExpiredLeases args) {
        int limit = Page.longest(args.limit());
        if (limit <= 0) {
            return ExpiredLeasePage.EMPTY;
        }
        var page = calls.read(tx -> {
            long asOf = args.asOf().orElseGet(tx::now);
            return Page.<ExpiredLease>read(
                    limit,
                    PORTION,
                    Reads::contentBytes,
                    (last, count) -> tx
                            .executions()
                            .underExpiredLease(new LeaseScan(
                                    asOf, last.map(ExpiredLease::cursor).or(args::after), args.namespace(), count))
                            .stream()
                            .map(ExpiredLease::of)
                            .toList());
        });
        return new ExpiredLeasePage(page.items(), page.next().map(ExpiredLease::cursor));
    }

    private static long contentBytes(ExpiredLease lease) {
        return lease.workerInstanceId().value().length();
    }

    private Optional<Execution> find(ExecutionId id) {
        return calls.read(tx -> tx.executions().find(id));
    }

    private static EngineException unknown(String operation, ExecutionId id) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "%s: execution not found: %s".formatted(operation, id),
                        "It was never submitted here, or its retention is over.")
                .toException();
    }
}
