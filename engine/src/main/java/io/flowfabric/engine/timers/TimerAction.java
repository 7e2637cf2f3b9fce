package io.flowfabric.engine.timers;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.TimeoutPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the timers do about executions that are due. */
@FunctionalInterface
public interface TimerAction {
    /**
     * The result for one set of executions.
     *
     * @param acted those that are done
     * @param failed those that failed, each for itself
     * @param more whether others may be due
     */
    record Done(List<ExecutionId> acted, Map<ExecutionId, RuntimeException> failed, boolean more) {}

    /**
     * Acts on executions that are due and that no other transaction holds, the longest due first, so that several
     * processes share them.
     *
     * @param except those that are skipped
     * @throws EngineException if the store cannot be reached
     */
    Done share(DueKind kind, int limit, Set<ExecutionId> except);

    /** Acts by calls of an engine, one after the other; for timers that run beside another engine. */
    static TimerAction by(Store store, Engine engine) {
        return (kind, limit, except) -> {
            var due = store.read(
                    Deadline.in(Duration.ofSeconds(10)), tx -> tx.due().due(kind, tx.now(), limit + except.size()));
            var acted = new ArrayList<ExecutionId>();
            var failed = new HashMap<ExecutionId, RuntimeException>();
            for (var id : due) {
                if (!except.contains(id)) {
                    try {
                        call(engine, kind, id);
                        acted.add(id);
                    } catch (RuntimeException broken) {
                        failed.put(id, broken);
                    }
                }
            }
            return new Done(acted, failed, !acted.isEmpty() && due.size() >= limit);
        };
    }

    private static void call(Engine engine, DueKind kind, ExecutionId id) {
        switch (kind) {
            case LEASE_EXPIRY -> engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
            case DELAY -> engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
            case ATTEMPT_TIMEOUT ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.ATTEMPT_TIMEOUT));
            case DEADLINE ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.EXECUTION_DEADLINE));
        }
    }
}
