package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/** One cached execution, known without asking the store. */
record FoundInCache(Loaded copy) implements Found {
    @Override
    public Optional<Loaded> execution(ExecutionId id) {
        if (!id.equals(copy.execution().id())) {
            throw Found.notWanted(id);
        }
        return Optional.of(copy);
    }

    @Override
    public Optional<RegisteredWorker> worker(WorkerKey key) {
        throw Found.notWanted(key);
    }

    @Override
    public Optional<Tags> tags(ExecutionId id) {
        throw Found.notWanted(id);
    }

    @Override
    public Optional<NamedCursor> cursor(CursorKey key) {
        throw Found.notWanted(key);
    }
}
