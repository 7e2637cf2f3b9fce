package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * The records that a command wanted, as the commands before it in the same transaction have left them; empty where none
 * is stored. Asking for a record that the command did not name is a programming error and fails.
 */
public interface Found {
    Optional<RegisteredWorker> worker(WorkerKey key);

    Optional<Loaded> execution(ExecutionId id);

    Optional<Tags> tags(ExecutionId id);

    Optional<NamedCursor> cursor(CursorKey key);

    /** A command asked for a record that it had not named. */
    static IllegalStateException notWanted(Object key) {
        return new IllegalStateException("A rule asked for a record that its command did not name: " + key);
    }
}
