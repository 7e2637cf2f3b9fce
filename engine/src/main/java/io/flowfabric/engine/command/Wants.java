package io.flowfabric.engine.command;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The records that a command is decided about, by family. A batch loads the records of all its commands, each family as
 * a set, in the lock order of {@link io.flowfabric.engine.store}, which is the order of the components.
 *
 * @param tagged those of the executions whose tags are wanted as well
 */
public record Wants(
        List<WorkerKey> workers, List<ExecutionId> executions, List<ExecutionId> tagged, List<CursorKey> cursors) {

    static Wants worker(WorkerKey key) {
        return new Wants(List.of(key), List.of(), List.of(), List.of());
    }

    static Wants execution(ExecutionId id) {
        return new Wants(List.of(), List.of(id), List.of(), List.of());
    }

    public static Wants taggedExecution(ExecutionId id) {
        return new Wants(List.of(), List.of(id), List.of(id), List.of());
    }

    static Wants cursor(CursorKey key) {
        return new Wants(List.of(), List.of(), List.of(), List.of(key));
    }

    /** These records, and others. */
    Wants and(Wants more) {
        return new Wants(
                both(workers, more.workers),
                both(executions, more.executions),
                both(tagged, more.tagged),
                both(cursors, more.cursors));
    }

    /** Whether a single execution is wanted: then a cached one suffices. */
    boolean isOneExecution() {
        return executions.size() == 1 && workers.isEmpty() && tagged.isEmpty() && cursors.isEmpty();
    }

    /** The key that is locked first; commands that have to wait queue by it. */
    Object first() {
        return executions.isEmpty() || !workers.isEmpty() ? keys().findFirst().orElseThrow() : executions.get(0);
    }

    /** The keys of all families. A key is of one family only, so a set of them needs no families. */
    Stream<Object> keys() {
        return Stream.of(workers, executions, cursors).flatMap(Collection::stream);
    }

    private static <K> List<K> both(List<K> some, List<K> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }
}
