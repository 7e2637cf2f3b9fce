package io.flowfabric.engine.timers;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.TimeoutPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What an alarm that has gone off leads to. */
@FunctionalInterface
public interface DueAct {
    /** Begins it; fails as the operation does. Whoever has several begins them all, so that they share transactions. */
    CompletableFuture<?> begin(Alarm alarm, ExecutionId id);

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
     * share them. Empty when it can only begin with one after the other.
     *
     * @param except those that are left alone
     * @throws EngineException if the store cannot be had
     */
    default Optional<Done> share(Alarm alarm, int limit, Set<ExecutionId> except) {
        return Optional.empty();
    }

    /** One call of an engine after the other. */
    static DueAct by(Engine engine) {
        return (alarm, id) -> {
            try {
                return CompletableFuture.completedFuture(call(engine, alarm, id));
            } catch (EngineException failed) {
                return CompletableFuture.failedFuture(failed);
            }
        };
    }

    private static Object call(Engine engine, Alarm alarm, ExecutionId id) {
        return switch (alarm) {
            case LEASE_EXPIRY -> engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(id));
            case DELAY -> engine.call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));
            case ATTEMPT_TIMEOUT ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.ATTEMPT_TIMEOUT));
            case DEADLINE ->
                engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(id, TimeoutPhase.EXECUTION_DEADLINE));
        };
    }
}
