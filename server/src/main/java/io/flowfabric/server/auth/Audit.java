package io.flowfabric.server.auth;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Scope;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.id.CursorName;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Writes down what administrators do, what others tried of it, and what is cancelled: who, which operation, on what, and what came of it.
 * Neither payloads nor tokens; under a logger of its own, so that it can be kept elsewhere and for longer.
 */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("io.flowfabric.audit");
    private static final String OK = "ok";

    private Audit() {}

    private static final Set<Operation<?, ?>> CANCELS = Set.of(Catalogue.CANCEL_EXECUTION, Catalogue.CANCEL);

    /** Whether calls of an operation are written down. */
    private static boolean concerns(Operation<?, ?> operation) {
        return operation.scope() == Scope.ADMIN || CANCELS.contains(operation);
    }

    /** Whether a call is: that of an administrator, one that only an administrator may make, or one that cancels. */
    static boolean concerns(Operation<?, ?> operation, Object arguments) {
        return concerns(operation) || isOverride(operation, arguments);
    }

    /** Whether somebody ends an execution that another holds. */
    static boolean isOverride(Operation<?, ?> operation, Object arguments) {
        return cancelled(operation, arguments).isPresent()
                || operation.equals(Catalogue.COMPLETE_EXECUTION)
                        && ((CompleteExecution) arguments).source().equals(CancelSource.OPERATOR_OVERRIDE)
                || operation.equals(Catalogue.FAIL_EXECUTION)
                        && ((FailExecution) arguments).source().equals(CancelSource.OPERATOR_OVERRIDE);
    }

    /** What somebody cancels without holding it. */
    static Optional<ExecutionId> cancelled(Operation<?, ?> operation, Object arguments) {
        return operation.equals(Catalogue.CANCEL_EXECUTION)
                        && !((CancelExecution) arguments).source().needsFence()
                ? Optional.of(((CancelExecution) arguments).executionId())
                : Optional.empty();
    }

    /** Writes a refusal down, if it concerns administrators, before anybody knows what the call is about. */
    static Problem refused(Principal holder, Operation<?, ?> operation, Problem problem) {
        if (concerns(operation)) {
            write(holder, operation, List.of(), problem.code());
        }
        return problem;
    }

    /** Makes a call and writes it down, however it ends. */
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
        Components.change(arguments, (type, value) -> {
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
