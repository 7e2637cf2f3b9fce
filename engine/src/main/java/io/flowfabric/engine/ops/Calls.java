package io.flowfabric.engine.ops;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.ops.Command.Rule;
import io.flowfabric.engine.ops.Command.RuleOnExisting;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The way of a call: load under lock, let a rule decide, store the decision, answer after the commit. */
final class Calls {
    private static final Duration SLACK = Duration.ofMillis(500);
    private static final Duration NO_ROOM_RETRY = Duration.ofSeconds(1);

    private final Store store;
    private final EngineSettings settings;
    private final Copies copies = new Copies();
    private volatile AnswerRoom room = AnswerRoom.UNBOUNDED;
    private final MemoryBudget budget = new MemoryBudget(MemoryBudget.ofCalls());
    private final Batcher<Command<?>, Answer<?>> commands = new Batcher<>(this::deliberate, Command::id, budget);

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

    /** Bounds the bytes of all calls that have no answer. */
    MemoryBudget budget() {
        return budget;
    }

    /** How much may be answered now. */
    AnswerRoom room() {
        return room;
    }

    void answerWithin(AnswerRoom given) {
        room = given;
    }

    /** There is no memory for a large answer; nothing was taken or read. */
    static ResourceExhaustedException noRoom() {
        return ResourceExhaustedException.ofMemory("answers", Limits.ANSWER_BYTES, NO_ROOM_RETRY);
    }

    Copies copies() {
        return copies;
    }

    /** Decides about one execution; an unknown one is {@code execution_not_found}. */
    <R> R onExisting(ExecutionId id, long weight, RuleOnExisting<R> rule) {
        return carryOut(Command.onExisting(id, weight, rule));
    }

    /** Decides about one execution, whether it exists or not. */
    <R> R on(ExecutionId id, long weight, Rule<R> rule) {
        return carryOut(new Command<>(id, weight, rule));
    }

    /** Decides about one execution inside a unit of the caller's; an unknown one is {@code execution_not_found}. */
    static <R> Answer<R> decide(WriteTx tx, ExecutionId id, RuleOnExisting<R> rule) {
        var loaded = tx.lock(List.of(id)).get(id);
        return loaded == null ? new Answer.Refused<>(notFound(id)) : store(tx, rule.decide(loaded, tx.now()));
    }

    /** Carries out one command, together with others that arrive at the same time. */
    <R> R carryOut(Command<R> command) {
        return Calls.<R>answerTo(share(commands, command)).orThrow();
    }

    /** Begins a command whose answer the caller looks at later, together with others; a refusal is a failure. */
    CompletableFuture<?> begin(Command<?> command) {
        return commands.submit(command, deadline()).thenApply(Answer::orThrow);
    }

    /** Carries out commands in order and in one transaction, except for those that have to wait for a row. */
    <R> List<Answer<R>> carryOutAll(List<Command<R>> all) {
        return together(commands, List.<Command<?>>copyOf(all)).stream()
                .map(Calls::<R>answerTo)
                .toList();
    }

    /**
     * Carries out calls in one transaction of their own; those that have to wait join others that do. A single call shares a
     * transaction as if it had come alone: a worker with many threads may send many batches of one item each.
     */
    <C extends Weighed, A> List<A> together(Batcher<C, A> batcher, List<C> all) {
        return all.size() == 1 ? List.of(share(batcher, all.get(0))) : await(batcher.together(all, deadline()));
    }

    /** Joins a call to a batch and waits for its answer, at most as long as a call may take. */
    <C extends Weighed, A> A share(Batcher<C, A> batcher, C call) {
        long begun = System.nanoTime();
        var answer = batcher.submit(call, deadline());
        try {
            // The store keeps the deadline and knows what was written; this is for a call that never got that far.
            return answer.get(settings.callTimeout().plus(SLACK).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            boolean begunToWrite = !batcher.withdraw(answer);
            throw new OperationTimeoutException("write", Duration.ofNanos(System.nanoTime() - begun), begunToWrite);
        } catch (ExecutionException failed) {
            throw asEngineException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw interrupted(!batcher.withdraw(answer));
        }
    }

    /** Carries out, in one transaction, commands about executions that it has locked before; their answers in order. */
    List<Optional<Answer<?>>> carryOutLocked(Store.Unit<WriteTx, List<Command<?>>> locking) {
        return await(store.write(0, deadline(), tx -> Deliberation.on(tx, locking.run(tx), Optional.of(copies)))
                .thenApply(this::answersOf));
    }

    private CompletableFuture<List<Optional<Answer<?>>>> deliberate(
            List<Command<?>> batch, Deadline deadline, boolean again) {
        var usable = Optional.of(copies).filter(all -> !again);
        return store.tryWrite(Weighed.total(batch), deadline, tx -> Deliberation.on(tx, batch, usable))
                .thenApply(this::answersOf);
    }

    private List<Optional<Answer<?>>> answersOf(Deliberation.Verdict verdict) {
        verdict.left().forEach(left -> copies.keep(left.before(), left.change()));
        return verdict.answers();
    }

    @SuppressWarnings("unchecked") // the answer to a command is of the type of its rule
    private static <R> Answer<R> answerTo(Answer<?> answer) {
        return (Answer<R>) answer;
    }

    /** Runs a unit that writes about so many bytes and answers after its commit. */
    <T> T write(long bytes, Store.Unit<WriteTx, T> unit) {
        return await(store.write(bytes, deadline(), unit));
    }

    /** As {@link #write}, but gives up at once when another transaction holds what the unit needs; empty if so. */
    <T> Optional<T> tryWrite(Store.Unit<WriteTx, T> unit) {
        return await(store.tryWrite(0, deadline(), unit).thenApply(Optional::of).exceptionally(failure -> {
            var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
            if (cause instanceof HeldException) {
                return Optional.empty();
            }
            throw new CompletionException(cause);
        }));
    }

    /**
     * Joins a call to a batch and answers after its commit, even on an interrupted thread, which stays interrupted. For
     * changes that only their answer tells of: work leased to somebody who never hears of it lies idle until the lease ends.
     */
    <C extends Weighed, A> A shareUninterruptibly(Batcher<C, A> batcher, C call) {
        try {
            return batcher.submit(call, deadline()).join();
        } catch (CompletionException failed) {
            throw asEngineException(failed.getCause());
        }
    }

    /** As {@link #shareUninterruptibly}, for a unit of its own. */
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
            throw interrupted(true);
        }
    }

    private static EngineException interrupted(boolean underWay) {
        return EngineError.of(
                        ErrorCode.TIMEOUT,
                        "interrupted",
                        underWay
                                ? "The calling thread was interrupted while its change was under way; "
                                        + "whether it was stored is unknown."
                                : "The calling thread was interrupted before its change began; it was not stored.")
                .toException();
    }

    private static RuntimeException asEngineException(Throwable cause) {
        return cause instanceof EngineException typed
                ? typed
                : new IllegalStateException("A unit of work failed: " + cause, cause);
    }
}
