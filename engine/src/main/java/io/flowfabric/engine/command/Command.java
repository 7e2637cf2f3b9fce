package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * What is to be decided, and about which records. The rule may be evaluated more than once, on a cached and on a loaded
 * execution, so it is pure: times, ids and random numbers are passed in.
 */
public record Command<R>(Wants wants, long weight, Rule<R> rule) implements Weighed {
    /** A rule about what a command wants, as far as it was found. */
    public interface Rule<R> {
        Decision<R> decide(Found found, long now);
    }

    /** A rule about one record, as far as it was found. */
    public interface RuleOnOne<T, R> {
        Decision<R> decide(Optional<T> found, long now);
    }

    /** A rule about an execution that must exist. */
    public interface RuleOnExisting<R> {
        Decision<R> decide(Loaded loaded, long now);
    }

    /** A command about one execution, whether it exists or not. */
    public static <R> Command<R> on(ExecutionId id, long weight, RuleOnOne<Loaded, R> rule) {
        return new Command<>(Wants.execution(id), weight, (found, now) -> rule.decide(found.execution(id), now));
    }

    /** A command to which an unknown execution is {@code execution_not_found}. */
    public static <R> Command<R> onExisting(ExecutionId id, long weight, RuleOnExisting<R> rule) {
        return on(
                id,
                weight,
                (found, now) -> found.map(loaded -> rule.decide(loaded, now))
                        .orElseGet(() -> Decision.refuse(CommandExecutor.notFound(id))));
    }

    /** A command about one worker, whether it is registered or not. */
    public static <R> Command<R> onWorker(WorkerKey key, RuleOnOne<RegisteredWorker, R> rule) {
        return new Command<>(Wants.worker(key), 0, (found, now) -> rule.decide(found.worker(key), now));
    }

    /** A command about one named cursor, whether it exists or not. */
    public static <R> Command<R> onCursor(CursorKey key, RuleOnOne<NamedCursor, R> rule) {
        return new Command<>(Wants.cursor(key), 0, (found, now) -> rule.decide(found.cursor(key), now));
    }

    /** The record by which commands queue while another transaction holds it. */
    Object subject() {
        return wants.first();
    }
}
