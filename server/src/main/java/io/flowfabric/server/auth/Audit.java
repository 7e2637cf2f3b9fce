package io.flowfabric.server.auth;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Logs administrative calls, refused attempts at them, and cancellations: the key, the operation, its subjects and the
 * outcome. Neither payloads nor tokens; under a logger of its own, so that it can be kept elsewhere and for longer.
 */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.flowfabric.audit");
    private static final String OK = "ok";

    private Audit() {}

    /** Whether calls of an operation are logged. */
    private static boolean concerns(Operation<?, ?> operation) {
        return operation.scope() == Scope.ADMIN || operation.isAudited();
    }

    /** Whether a call is logged: of an administrative operation, an override, or a cancellation. */
    static boolean concerns(Operation<?, ?> operation, Object arguments) {
        return concerns(operation) || isOverride(operation, arguments);
    }

    /** Whether a call ends an execution that another caller holds. */
    static boolean isOverride(Operation<?, ?> operation, Object arguments) {
        return cancelled(operation, arguments).isPresent()
                || operation.equals(Catalogue.COMPLETE_EXECUTION)
                        && ((CompleteExecution) arguments).source().equals(CancelSource.OPERATOR_OVERRIDE)
                || operation.equals(Catalogue.FAIL_EXECUTION)
                        && ((FailExecution) arguments).source().equals(CancelSource.OPERATOR_OVERRIDE);
    }

    /** The execution that a call cancels without holding its lease. */
    static Optional<ExecutionId> cancelled(Operation<?, ?> operation, Object arguments) {
        return operation.equals(Catalogue.CANCEL_EXECUTION)
                        && !((CancelExecution) arguments).source().needsFence()
                ? Optional.of(((CancelExecution) arguments).executionId())
                : Optional.empty();
    }

    /** Logs the refusal of an administrative operation, before its arguments were read. */
    static Problem refused(Principal holder, Operation<?, ?> operation, Problem problem) {
        if (concerns(operation)) {
            write(holder, operation, List.of(), problem.code());
        }
        return problem;
    }

    /** Makes a call and logs it with its outcome. */
    static <R> R of(Principal holder, Operation<?, R> operation, Object arguments, Supplier<R> call) {
        String outcome = "failed";
        try {
            R answer = call.get();
            outcome = OK;
            return answer;
        } catch (EngineException refused) {
            outcome = refused.code().literal();
            throw refused;
        } catch (Problem refused) {
            outcome = refused.code();
            throw refused;
        } finally {
            write(holder, operation, subjects(arguments), outcome);
        }
    }

    private static List<String> subjects(Object arguments) {
        var subjects = new ArrayList<String>();
        RecordRewriter.change(arguments, (type, value) -> {
            if (value instanceof ExecutionId || value instanceof CursorName) {
                subjects.add(value.toString());
            }
            return value;
        });
        return subjects;
    }

    private static void write(Principal holder, Operation<?, ?> operation, List<String> subjects, String outcome) {
        LOG.info(
                "admin_operation key={} operation={} on={} outcome={} request={}",
                holder.name(),
                operation.name(),
                subjects,
                outcome,
                MDC.get("request_id"));
    }
}
