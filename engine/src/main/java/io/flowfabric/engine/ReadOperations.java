package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.list;
import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Operation.optional;
import static io.flowfabric.engine.Scope.READ;

import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.id.FlowId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecCoreFields;
import io.flowfabric.model.op.ExecutionContext;
import io.flowfabric.model.op.ExecutionInfo;
import io.flowfabric.model.op.ExecutionPage;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExecutionSnapshot;
import io.flowfabric.model.op.ExpiredLeasePage;
import io.flowfabric.model.op.Explanation;
import io.flowfabric.model.op.LanePage;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.ListExpiredLeases;
import io.flowfabric.model.op.ListLanes;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ReadExecCoreFields;
import io.flowfabric.model.state.PublicState;
import java.util.List;
import java.util.Optional;

/** Looking at executions and lanes. */
interface ReadOperations {
    Operation<ExecutionRef, Optional<ExecutionSnapshot>> DESCRIBE_EXECUTION = optional(
            "describe_execution",
            ExecutionRef.class,
            ExecutionSnapshot.class,
            READ,
            "Everything about an execution: state, attempt, lease, times, tags.");

    Operation<ExecutionRef, Optional<ExecutionInfo>> READ_EXECUTION_INFO = optional(
            "read_execution_info",
            ExecutionRef.class,
            ExecutionInfo.class,
            READ,
            "The state vector, place and times of an execution, in the form FlowFabric's clients know.");

    Operation<ExecutionRef, Optional<PublicState>> READ_EXECUTION_STATE = optional(
            "read_execution_state", ExecutionRef.class, PublicState.class, READ, "The public state of an execution.");

    Operation<ExecutionRef, ExecutionContext> READ_EXECUTION_CONTEXT = one(
            "read_execution_context",
            ExecutionRef.class,
            ExecutionContext.class,
            READ,
            "What a worker needs to run an execution: input, kind, tags.");

    Operation<ReadExecCoreFields, ExecCoreFields> READ_EXEC_CORE_FIELDS = one(
            "read_exec_core_fields",
            ReadExecCoreFields.class,
            ExecCoreFields.class,
            READ,
            "Fields of an execution as text, by name.");

    Operation<ExecutionRef, Integer> READ_CURRENT_ATTEMPT_INDEX = one(
            "read_current_attempt_index",
            ExecutionRef.class,
            Integer.class,
            READ,
            "The attempt that owns or last owned an execution; 0 before the first claim.");

    Operation<ExecutionRef, Integer> READ_TOTAL_ATTEMPT_COUNT = one(
            "read_total_attempt_count",
            ExecutionRef.class,
            Integer.class,
            READ,
            "How many attempts were ever made, which is the index of the next.");

    Operation<ExecutionRef, Optional<Namespace>> GET_EXECUTION_NAMESPACE = optional(
            "get_execution_namespace", ExecutionRef.class, Namespace.class, READ, "The namespace of an execution.");

    Operation<ExecutionRef, Optional<FlowId>> RESOLVE_EXECUTION_FLOW_ID = optional(
            "resolve_execution_flow_id",
            ExecutionRef.class,
            FlowId.class,
            READ,
            "The flow that an execution is a member of.");

    Operation<ExecutionRef, Optional<Payload>> GET_EXECUTION_RESULT = optional(
            "get_execution_result", ExecutionRef.class, Payload.class, READ, "The stored result of an execution.");

    Operation<ExecutionRef, Explanation> EXPLAIN_EXECUTION = one(
            "explain_execution",
            ExecutionRef.class,
            Explanation.class,
            READ,
            "Why an execution is not running, and what would change that.");

    Operation<ExecutionRef, List<Attempt>> LIST_ATTEMPTS = list(
            "list_attempts",
            ExecutionRef.class,
            Attempt.class,
            READ,
            "The attempts at an execution, by index; the newest 500 of more.");

    Operation<ListExecutions, ExecutionPage> LIST_EXECUTIONS = one(
            "list_executions",
            ListExecutions.class,
            ExecutionPage.class,
            READ,
            "Ids of stored executions in the order of their text, page by page.");

    Operation<ListExpiredLeases, ExpiredLeasePage> LIST_EXPIRED_LEASES = one(
            "list_expired_leases",
            ListExpiredLeases.class,
            ExpiredLeasePage.class,
            READ,
            "Leases that have run out and were not taken over, page by page.");

    Operation<ListLanes, LanePage> LIST_LANES = one(
            "list_lanes",
            ListLanes.class,
            LanePage.class,
            READ,
            "Every lane that was ever used, by one namespace or by any, page by page.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                DESCRIBE_EXECUTION,
                READ_EXECUTION_INFO,
                READ_EXECUTION_STATE,
                READ_EXECUTION_CONTEXT,
                READ_EXEC_CORE_FIELDS,
                READ_CURRENT_ATTEMPT_INDEX,
                READ_TOTAL_ATTEMPT_COUNT,
                GET_EXECUTION_NAMESPACE,
                RESOLVE_EXECUTION_FLOW_ID,
                GET_EXECUTION_RESULT,
                EXPLAIN_EXECUTION,
                LIST_ATTEMPTS,
                LIST_EXECUTIONS,
                LIST_EXPIRED_LEASES,
                LIST_LANES);
    }
}
