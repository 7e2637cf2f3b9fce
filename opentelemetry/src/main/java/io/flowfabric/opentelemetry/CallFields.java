package io.flowfabric.opentelemetry;

import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.flow.EdgeId;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.suspension.SignalId;
import io.flowfabric.model.suspension.WaitpointId;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The attributes of a span from the arguments of a call. Arguments are records; the attributes are chosen by type, so
 * that a new operation shows its ids and nothing else.
 */
final class CallFields {
    private static final Map<Class<?>, String> SHOWN = Map.ofEntries(
            Map.entry(ExecutionId.class, "execution_id"),
            Map.entry(AttemptId.class, "attempt_id"),
            Map.entry(LaneId.class, "lane"),
            Map.entry(Namespace.class, "namespace"),
            Map.entry(WorkerId.class, "worker_id"),
            Map.entry(WorkerInstanceId.class, "worker_instance_id"),
            Map.entry(FlowId.class, "flow_id"),
            Map.entry(EdgeId.class, "edge_id"),
            Map.entry(BudgetId.class, "budget_id"),
            Map.entry(SignalId.class, "signal_id"),
            Map.entry(WaitpointId.class, "waitpoint_id"));

    private static final Map<String, String> SHOWN_NUMBERS =
            Map.of("partition", "partition", "limit", "limit", "attemptIndex", "attempt_index");

    private final Map<String, String> fields = new LinkedHashMap<>();

    private CallFields() {}

    static Map<String, String> of(Object arguments) {
        var found = new CallFields();
        if (arguments instanceof Record record) {
            found.addAll(record);
        }
        return found.fields;
    }

    private void addAll(Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            add(component.getName(), value(record, component));
        }
    }

    private void add(String name, Object value) {
        String shown = SHOWN.get(value.getClass());
        if (shown != null) {
            fields.put(shown, value.toString());
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresent(present -> add(name, present));
        } else if (value instanceof OptionalInt optional) {
            optional.ifPresent(present -> add(name, present));
        } else if (value instanceof Number && SHOWN_NUMBERS.containsKey(name)) {
            fields.put(SHOWN_NUMBERS.get(name), value.toString());
        } else if (value instanceof Collection<?> items && name.equals("items")) {
            fields.put(name, Integer.toString(items.size()));
        } else if (value instanceof FenceTriple fence) {
            fence.attemptId().ifPresent(id -> add("attemptId", id));
            fence.leaseEpoch().ifPresent(epoch -> fields.put("lease_epoch", Long.toString(epoch)));
        } else if (value instanceof Handle handle) {
            addLease(handle);
        }
    }

    private void addLease(Handle handle) {
        try {
            var lease = HandleCodec.decode(handle.bytes()).payload();
            fields.put("execution_id", lease.executionId().toString());
            fields.put("attempt_id", lease.attemptId().toString());
            fields.put("lease_epoch", Long.toString(lease.leaseEpoch()));
            fields.put("lane", lease.laneId());
            fields.put("worker_instance_id", lease.workerInstanceId());
        } catch (EngineException damaged) {
            // The engine refuses the handle, and the span shows that error.
        }
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException("cannot read " + component + " of " + record.getClass(), hidden);
        }
    }
}
