package io.flowfabric.opentelemetry;

import io.flowfabric.model.id.ExecutionId;
import io.opentelemetry.context.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The traces of the executions that were claimed here, until they end. Executions that are lost with their worker never
 * end here; the oldest are dropped when there are too many.
 */
final class ClaimedTraces {
    private static final int MOST = 10_000;

    private final Map<ExecutionId, Context> traces = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ExecutionId, Context> eldest) {
            return size() > MOST;
        }
    };

    synchronized void put(ExecutionId id, Context trace) {
        traces.remove(id);
        traces.put(id, trace);
    }

    synchronized Optional<Context> get(ExecutionId id) {
        return Optional.ofNullable(traces.get(id));
    }

    synchronized Optional<Context> remove(ExecutionId id) {
        return Optional.ofNullable(traces.remove(id));
    }
}
