package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAGE;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAYLOAD;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SHORT_ITEMS;
import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.EXECUTION;
import static io.flowfabric.engine.catalogue.Operation.Subject.NAMESPACE;
import static io.flowfabric.engine.catalogue.Operation.list;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.Operation.optional;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.listing.ExecutionPage;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import io.flowfabric.model.op.listing.LanePage;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.read.ExecCoreFields;
import io.flowfabric.model.op.read.ExecutionContext;
import io.flowfabric.model.op.read.ExecutionInfo;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.state.PublicState;
import java.util.List;
import java.util.Optional;

/** Reading executions and lanes. */
public interface ReadOperations {
    Operation<ExecutionRef, Optional<ExecutionSnapshot>> DESCRIBE_EXECUTION = optional(
                    "describe_execution", ExecutionRef.class, ExecutionSnapshot.class)
            .reads(EXECUTION)
            .answers(PAYLOAD)
            .describedAs("Everything about an execution: state, attempt, lease, times, tags.");

    Operation<ExecutionRef, Optional<ExecutionInfo>> READ_EXECUTION_INFO = optional(
                    "read_execution_info", ExecutionRef.class, ExecutionInfo.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs(
                    "The state vector, place and times of an execution, in the form that clients of the Rust FlowFabric know.");

    Operation<ExecutionRef, Optional<PublicState>> READ_EXECUTION_STATE = optional(
                    "read_execution_state", ExecutionRef.class, PublicState.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("The public state of an execution.");

    Operation<ExecutionRef, ExecutionContext> READ_EXECUTION_CONTEXT = one(
                    "read_execution_context", ExecutionRef.class, ExecutionContext.class)
            .reads(EXECUTION)
            .answers(PAYLOAD)
            .describedAs("What a worker needs to run an execution: input, kind, tags.");

    Operation<ReadExecCoreFields, ExecCoreFields> READ_EXEC_CORE_FIELDS = one(
                    "read_exec_core_fields", ReadExecCoreFields.class, ExecCoreFields.class)
            .reads(EXECUTION)
            .answers(SHORT_ITEMS)
            .describedAs("Fields of an execution as text, by name.");

    Operation<ExecutionRef, Integer> READ_CURRENT_ATTEMPT_INDEX = one(
                    "read_current_attempt_index", ExecutionRef.class, Integer.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("The attempt that owns or last owned an execution; 0 before the first claim.");

    Operation<ExecutionRef, Integer> READ_TOTAL_ATTEMPT_COUNT = one(
                    "read_total_attempt_count", ExecutionRef.class, Integer.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("How many attempts were ever made, which is the index of the next.");

    Operation<ExecutionRef, Optional<Namespace>> GET_EXECUTION_NAMESPACE = optional(
                    "get_execution_namespace", ExecutionRef.class, Namespace.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("The namespace of an execution.");

    Operation<ExecutionRef, Optional<FlowId>> RESOLVE_EXECUTION_FLOW_ID = optional(
                    "resolve_execution_flow_id", ExecutionRef.class, FlowId.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("The flow that an execution is a member of.");

    Operation<ExecutionRef, Optional<Payload>> GET_EXECUTION_RESULT = optional(
                    "get_execution_result", ExecutionRef.class, Payload.class)
            .reads(EXECUTION)
            .answers(PAYLOAD)
            .describedAs("The stored result of an execution.");

    Operation<ExecutionRef, Explanation> EXPLAIN_EXECUTION = one(
                    "explain_execution", ExecutionRef.class, Explanation.class)
            .reads(EXECUTION)
            .answers(SMALL)
            .describedAs("Why an execution is not running, and what would change that.");

    Operation<ExecutionRef, List<Attempt>> LIST_ATTEMPTS = list("list_attempts", ExecutionRef.class, Attempt.class)
            .reads(EXECUTION)
            .answers(PAGE)
            .describedAs("The attempts at an execution, by index; the newest 500 of more.");

    Operation<ListExecutions, ExecutionPage> LIST_EXECUTIONS = one(
                    "list_executions", ListExecutions.class, ExecutionPage.class)
            .reads(NAMESPACE)
            .answers(SHORT_ITEMS)
            .describedAs("Ids of stored executions in the order of their text, page by page.");

    Operation<ListExpiredLeases, ExpiredLeasePage> LIST_EXPIRED_LEASES = one(
                    "list_expired_leases", ListExpiredLeases.class, ExpiredLeasePage.class)
            .reads(NAMESPACE)
            .answers(PAGE)
            .describedAs("Expired leases that were not reclaimed, page by page.");

    Operation<ListLanes, LanePage> LIST_LANES = one("list_lanes", ListLanes.class, LanePage.class)
            .reads(NAMESPACE)
            .answers(SHORT_ITEMS)
            .describedAs("Every lane that was ever used, by one namespace or by any, page by page.");
}
