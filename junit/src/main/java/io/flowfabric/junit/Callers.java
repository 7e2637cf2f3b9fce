package io.flowfabric.junit;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.id.WorkerInstanceId;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds the worker that makes a call, from its id or its handle in the arguments. */
final class Callers {
    private Callers() {}

    static Optional<WorkerInstanceId> of(Object arguments) {
        if (arguments instanceof WorkerInstanceId worker) {
            return Optional.of(worker);
        }
        if (arguments instanceof Handle handle) {
            return Optional.of(new WorkerInstanceId(
                    HandleCodec.decode(handle.bytes()).payload().workerInstanceId()));
        }
        if (arguments instanceof List<?> batch) {
            return batch.stream().findFirst().flatMap(Callers::of);
        }
        if (arguments instanceof Record call) {
            return Arrays.stream(call.getClass().getRecordComponents())
                    .filter(component -> isTelling(component.getType()))
                    .map(component -> value(call, component))
                    .flatMap(value -> of(value).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    private static boolean isTelling(Class<?> type) {
        return type == WorkerInstanceId.class || type == Handle.class || type == List.class;
    }

    private static Object value(Record call, RecordComponent component) {
        try {
            return component.getAccessor().invoke(call);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException("cannot read " + component + " of " + call.getClass(), hidden);
        }
    }
}
