package io.flowfabric.engine.timers;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.TimeoutPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What alarms that have gone off lead to. */
@FunctionalInterface
public interface DueAct {
    /**
     * What came of a set.
     *
     * @param acted those that are done
     * @param failed those that failed, each alone
     * @param more whether others may be due besides
     */
    record Done(List<ExecutionId> acted, Map<ExecutionId, RuntimeException> failed, boolean more) {}

    /**
     * Acts on executions that are due and that no other transaction holds, the longest due first, so that several processes
     * share them.
     *
     * @param except those that are left alone
     * @throws EngineException if the store cannot be had
     */
    Done share(Alarm alarm, int limit, Set<ExecutionId> except);

    /** By calls of an engine, one after the other; for timers beside an engine that is not theirs. */
    static DueAct by(Store store, Engine engine) {
        return (alarm, limit, except) -> {
            var due = store.read(
                    Deadline.in(Duration.ofSeconds(10)), tx -> tx.due().due(alarm, tx.now(), limit + except.size()));
            var acted = new ArrayList<ExecutionId>();
            var failed = new HashMap<ExecutionId, RuntimeException>();
            for (var id : due) {
                if (!except.contains(id)) {
                    try {
                        call(engine, alarm, id);
                        acted.add(id);
                    } catch (RuntimeException broken) {
                        failed.put(id, broken);
                    }
                }
            }
            return new Done(acted, failed, !acted.isEmpty() && due.size() >= limit);
        };
    }

    private static void call(Engine engine, Alarm alarm, ExecutionId id) {
        switch (alarm) {
            case LEASE_EXPIRY -> engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
            case DELAY -> engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
            case ATTEMPT_TIMEOUT ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.ATTEMPT_TIMEOUT));
            case DEADLINE ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.EXECUTION_DEADLINE));
        }
    }
}
