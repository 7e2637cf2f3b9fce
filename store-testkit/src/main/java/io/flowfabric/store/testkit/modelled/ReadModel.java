package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.engine.rules.explain.ExplainContext;
import io.flowfabric.engine.rules.explain.ExplainRules;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.read.ExecCoreFields;
import io.flowfabric.model.op.read.ExecutionContext;
import io.flowfabric.model.op.read.ExecutionInfo;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.tag.TagKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reading one execution. */
final class ReadModel {
    /** Of the fields of a record only some: one of each group, to see that the right record is read. */
    static final Map<String, Function<ModelledExecution, Optional<String>>> CORE_FIELDS = Map.of(
            "public_state", found -> Optional.of(found.execution().publicState().literal()),
            "priority", found -> Optional.of(Integer.toString(found.execution().priority())),
            "current_lease_epoch",
                    found -> Optional.of(Long.toString(found.execution().leaseEpoch())),
            "current_lease_id",
                    found -> found.execution()
                            .leaseHolder()
                            .map(holder -> holder.leaseId().toString()),
            "failure_reason", found -> found.execution().ending().failureReason(),
            "execution_kind", found -> Optional.of(found.content().executionKind()),
            "unheard_of", found -> Optional.empty());

    private final World world;
    private final long graceMs;

    ReadModel(World world, Duration grace) {
        this.world = world;
        this.graceMs = grace.toMillis();
    }

    Optional<ExecutionSnapshot> describe(ExecutionRef ref) {
        return find(ref)
                .map(found -> new ExecutionSnapshot(
                        found.execution(),
                        found.content().executionKind(),
                        found.content().tags().asMap()));
    }

    List<Attempt> attempts(ExecutionRef ref) {
        return find(ref).map(ModelledExecution::attempts).orElse(List.of());
    }

    Optional<Payload> result(ExecutionRef ref) {
        return find(ref).flatMap(ModelledExecution::result);
    }

    AwaitResultOutcome await(AwaitResultRequest args) {
        var found = world.find(args.executionId())
                .orElseThrow(() -> EngineError.of(ErrorCode.EXECUTION_NOT_FOUND).toException());
        var e = found.execution();
        return e.vector().isTerminal()
                ? new AwaitResultOutcome.Ended(
                        e.publicState(),
                        found.result(),
                        e.ending().failureReason(),
                        e.ending().cancellationReason())
                : new AwaitResultOutcome.Pending();
    }

    Optional<ExecutionInfo> info(ExecutionRef ref) {
        return find(ref)
                .map(found ->
                        ExecutionInfo.of(found.execution(), found.content().executionKind()));
    }

    Optional<PublicState> state(ExecutionRef ref) {
        return find(ref).map(found -> found.execution().publicState());
    }

    ExecutionContext context(ExecutionRef ref) {
        var content = existing("read_execution_context", ref.executionId()).content();
        return new ExecutionContext(
                content.input(), content.executionKind(), content.tags().asMap());
    }

    /** From the rule, with what the world holds around the execution. */
    Explanation explain(ExecutionRef ref) {
        var found = find(ref)
                .orElseThrow(() -> EngineError.of(ErrorCode.EXECUTION_NOT_FOUND).toException());
        var e = found.execution();
        var workers = world.workers().values().stream()
                .filter(worker -> WorkerRules.isAlive(worker, world.now()) && ExplainContext.concerns(worker, e))
                .toList();
        long ahead = world.executions().stream()
                .map(ModelledExecution::execution)
                .filter(other -> other.vector().isEligible()
                        && other.identity().lane().equals(e.identity().lane())
                        && other.identity().namespace().equals(e.identity().namespace())
                        && ClaimModel.LANE_ORDER.compare(other, e) < 0)
                .limit(ExplainContext.MOST_COUNTED)
                .count();
        return ExplainRules.explain(found.loaded(), new ExplainContext(workers, (int) ahead, graceMs), world.now());
    }

    int currentAttemptIndex(ExecutionRef ref) {
        return existing("read_current_attempt_index", ref.executionId())
                .execution()
                .current()
                .index()
                .orElse(0);
    }

    int totalAttemptCount(ExecutionRef ref) {
        return existing("read_total_attempt_count", ref.executionId())
                .execution()
                .counters()
                .attempts();
    }

    ExecCoreFields coreFields(ReadExecCoreFields args) {
        int own = args.executionId().partition();
        if (args.partition().orElse(own) != own) {
            throw OperationModel.invalid("partition: " + args.partition().getAsInt());
        }
        var values = new LinkedHashMap<String, Optional<String>>();
        var found = world.find(args.executionId());
        for (String name : args.fields()) {
            values.put(name, found.flatMap(CORE_FIELDS.get(name)));
        }
        return new ExecCoreFields(values);
    }

    Optional<Namespace> namespace(ExecutionRef ref) {
        return find(ref).map(found -> found.execution().identity().namespace());
    }

    Optional<FlowId> flowId(ExecutionRef ref) {
        return find(ref).flatMap(found -> found.execution().identity().flowId());
    }

    Optional<String> tag(GetExecutionTag args) {
        String key = TagKey.requireValid(args.key());
        return world.find(args.executionId())
                .flatMap(found ->
                        Optional.ofNullable(found.content().tags().asMap().get(key)));
    }

    private Optional<ModelledExecution> find(ExecutionRef ref) {
        return world.find(ref.executionId());
    }

    private ModelledExecution existing(String operation, ExecutionId id) {
        return world.find(id)
                .orElseThrow(() -> OperationModel.invalid("%s: execution not found: %s".formatted(operation, id)));
    }
}
