package io.flowfabric.engine.ops;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The way of a call: load under lock, let a rule decide, store the decision, answer after the commit. */
final class Calls {
    /** A rule about one execution, as far as it was found. */
    interface Rule<R> {
        Decision<R> decide(Optional<Loaded> found, long now);
    }

    /** A rule about an execution that must exist. */
    interface RuleOnExisting<R> {
        Decision<R> decide(Loaded loaded, long now);
    }

    private final Store store;
    private final EngineSettings settings;

    Calls(Store store, EngineSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    Store store() {
        return store;
    }

    EngineSettings settings() {
        return settings;
    }

    Deadline deadline() {
        return Deadline.in(settings.callTimeout());
    }

    /** Decides about one execution; an unknown one is {@code execution_not_found}. */
    <R> R onExisting(ExecutionId id, long weight, RuleOnExisting<R> rule) {
        return on(
                id,
                weight,
                (found, now) ->
                        found.map(loaded -> rule.decide(loaded, now)).orElseGet(() -> Decision.refuse(notFound(id))));
    }

    /** Decides about one execution, whether it exists or not. */
    <R> R on(ExecutionId id, long weight, Rule<R> rule) {
        return write(Weighed.ROW_WEIGHT + weight, tx -> {
                    var found = Optional.ofNullable(tx.lock(List.of(id)).get(id));
                    return store(tx, rule.decide(found, tx.now()));
                })
                .orThrow();
    }

    /** Decides about one execution inside a unit of the caller's; an unknown one is {@code execution_not_found}. */
    static <R> Answer<R> decide(WriteTx tx, ExecutionId id, RuleOnExisting<R> rule) {
        var loaded = tx.lock(List.of(id)).get(id);
        return loaded == null ? new Answer.Refused<>(notFound(id)) : store(tx, rule.decide(loaded, tx.now()));
    }

    /** Carries out one command. */
    <R> R carryOut(Command<R> command) {
        return onExisting(command.id(), command.weight(), command.rule());
    }

    /** Carries out commands in order and in one transaction, see {@link Deliberation}. */
    <R> List<Answer<R>> carryOutAll(List<Command<R>> commands) {
        return write(Weighed.total(commands), tx -> Deliberation.on(tx, commands));
    }

    /** Runs a unit that writes about so many bytes and answers after its commit. */
    <T> T write(long bytes, Store.Unit<WriteTx, T> unit) {
        return await(store.write(bytes, deadline(), unit));
    }

    /**
     * Runs a unit and answers after its commit, even on an interrupted thread, which stays interrupted. For changes that
     * only their answer tells of: work leased to somebody who never hears of it lies idle until the lease ends.
     */
    <T> T writeUninterruptibly(long bytes, Store.Unit<WriteTx, T> unit) {
        try {
            return store.write(bytes, deadline(), unit).join();
        } catch (CompletionException failed) {
            throw asEngineException(failed.getCause());
        }
    }

    <T> T read(Store.Unit<ReadTx, T> unit) {
        return store.read(deadline(), unit);
    }

    /** Stores what a rule decided and passes its answer on; a refusal is a value here, so that its changes are kept. */
    static <R> Answer<R> store(WriteTx tx, Decision<R> decision) {
        store(tx, decision.changes(), decision.events());
        return decision.answer();
    }

    static void store(WriteTx tx, List<Change> changes, List<Event> events) {
        if (!changes.isEmpty()) {
            tx.apply(changes);
        }
        if (!events.isEmpty()) {
            tx.append(events);
        }
    }

    /** Throws the exception of a refusal that was found before anything was read. */
    static void require(Optional<EngineError> refusal) {
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
    }

    static EngineError notFound(ExecutionId id) {
        return EngineError.of(
                ErrorCode.EXECUTION_NOT_FOUND,
                "",
                "No execution %s is stored here; it never was, or its retention is over.".formatted(id));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw asEngineException(failed.getCause());
        } catch (CompletionException failed) {
            throw asEngineException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw EngineError.of(
                            ErrorCode.TIMEOUT,
                            "interrupted",
                            "The calling thread was interrupted while its change was under way; "
                                    + "whether it was stored is unknown.")
                    .toException();
        }
    }

    private static RuntimeException asEngineException(Throwable cause) {
        return cause instanceof EngineException typed
                ? typed
                : new IllegalStateException("A unit of work failed: " + cause, cause);
    }
}
