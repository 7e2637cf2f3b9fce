package io.flowfabric.engine.command;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.command.Command.RuleOnExisting;
import io.flowfabric.engine.command.Command.RuleOnOne;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.code.ErrorCode;
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

/** Carries out commands: load under lock, let a rule decide, store the decision, answer after the commit. */
public final class CommandExecutor {
    private static final Duration SLACK = Duration.ofMillis(500);
    private static final Duration NO_ROOM_RETRY = Duration.ofSeconds(1);

    private final Store store;
    private final EngineSettings settings;
    private final LeasedExecutionCache leasedExecutions = new LeasedExecutionCache();
    private volatile AnswerRoom room = AnswerRoom.UNBOUNDED;
    private final MemoryBudget budget = new MemoryBudget(MemoryBudget.ofCalls());
    private final Batcher<Command<?>, Answer<?>> commands = new Batcher<>(this::runBatch, Command::subject, budget);

    /** For commands that want no execution: their locks must not lengthen the transactions of those that do. */
    private final Batcher<Command<?>, Answer<?>> besides = new Batcher<>(this::runBatch, Command::subject, budget);

    public CommandExecutor(Store store, EngineSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    public Store store() {
        return store;
    }

    public EngineSettings settings() {
        return settings;
    }

    public Deadline deadline() {
        return Deadline.in(settings.callTimeout());
    }

    /** Bounds the bytes of all calls that have no answer. */
    public MemoryBudget budget() {
        return budget;
    }

    /** How much may be answered now. */
    public AnswerRoom room() {
        return room;
    }

    public void answerWithin(AnswerRoom given) {
        room = given;
    }

    /** There is no memory for a large answer; nothing was taken or read. */
    public static ResourceExhaustedException noRoom() {
        return ResourceExhaustedException.ofMemory("answers", Limits.ANSWER_BYTES, NO_ROOM_RETRY);
    }

    public LeasedExecutionCache leasedExecutions() {
        return leasedExecutions;
    }

    /** Decides about one execution; an unknown one is {@code execution_not_found}. */
    public <R> R onExisting(ExecutionId id, long weight, RuleOnExisting<R> rule) {
        return carryOut(Command.onExisting(id, weight, rule));
    }

    /** Decides about one execution, whether it exists or not. */
    public <R> R on(ExecutionId id, long weight, RuleOnOne<Loaded, R> rule) {
        return carryOut(Command.on(id, weight, rule));
    }

    /** Carries out one command in a transaction of the caller, which waits for records that other transactions hold. */
    public static <R> Answer<R> decide(WriteTx tx, Command<R> command) {
        var found = LoadedRecords.lock(tx, command.wants());
        return store(tx, command.rule().decide(found, tx.now()));
    }

    /** Carries out one command, together with others that arrive at the same time. */
    public <R> R carryOut(Command<R> command) {
        return CommandExecutor.<R>answerTo(share(batcherOf(command), command)).orThrow();
    }

    /** As {@link #carryOut}, even on an interrupted thread; see {@link #shareUninterruptibly}. */
    public <R> R carryOutUninterruptibly(Command<R> command) {
        return CommandExecutor.<R>answerTo(shareUninterruptibly(batcherOf(command), command))
                .orThrow();
    }

    /** Begins a command whose answer the caller reads later, together with others; a refusal is a failure. */
    public CompletableFuture<?> begin(Command<?> command) {
        return batcherOf(command).submit(command, deadline()).thenApply(Answer::orThrow);
    }

    private Batcher<Command<?>, Answer<?>> batcherOf(Command<?> command) {
        return command.wants().executions().isEmpty() ? besides : commands;
    }

    /**
     * Carries out commands of one kind in order and in one transaction, except for those that have to wait for a row.
     */
    public <R> List<Answer<R>> carryOutAll(List<Command<R>> all) {
        return together(batcherOf(all.get(0)), List.<Command<?>>copyOf(all)).stream()
                .map(CommandExecutor::<R>answerTo)
                .toList();
    }

    /**
     * Carries out calls in one transaction of their own; those that have to wait join others that do. A single call
     * shares a transaction with others: a worker with many threads may send many batches of one item each.
     */
    public <C extends Weighed, A> List<A> together(Batcher<C, A> batcher, List<C> all) {
        return all.size() == 1 ? List.of(share(batcher, all.get(0))) : await(batcher.together(all, deadline()));
    }

    /** Joins a call to a batch and waits for its answer, at most as long as a call may take. */
    public <C extends Weighed, A> A share(Batcher<C, A> batcher, C call) {
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
    public List<Optional<Answer<?>>> carryOutLocked(Store.Unit<WriteTx, List<Command<?>>> locking) {
        return await(
                store.write(0, deadline(), tx -> CommandBatch.on(tx, locking.run(tx), Optional.of(leasedExecutions)))
                        .thenApply(this::answersOf));
    }

    private CompletableFuture<List<Optional<Answer<?>>>> runBatch(
            List<Command<?>> batch, Deadline deadline, boolean again) {
        var usable = Optional.of(leasedExecutions).filter(all -> !again);
        return store.tryWrite(Weighed.total(batch), deadline, tx -> CommandBatch.on(tx, batch, usable))
                .thenApply(this::answersOf);
    }

    private List<Optional<Answer<?>>> answersOf(CommandBatch.BatchResult result) {
        result.left().forEach(left -> leasedExecutions.keep(left.before(), left.change()));
        return result.answers();
    }

    @SuppressWarnings("unchecked") // the answer to a command is of the type of its rule
    private static <R> Answer<R> answerTo(Answer<?> answer) {
        return (Answer<R>) answer;
    }

    /** Runs a unit that writes roughly the given number of bytes, and returns after its commit. */
    public <T> T write(long bytes, Store.Unit<WriteTx, T> unit) {
        return await(store.write(bytes, deadline(), unit));
    }

    /** As {@link #write}, but gives up at once when another transaction holds what the unit needs; empty if so. */
    public <T> Optional<T> tryWrite(Store.Unit<WriteTx, T> unit) {
        return await(store.tryWrite(0, deadline(), unit).thenApply(Optional::of).exceptionally(failure -> {
            var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
            if (cause instanceof HeldException) {
                return Optional.empty();
            }
            throw new CompletionException(cause);
        }));
    }

    /**
     * Joins a call to a batch and returns after its commit, even on an interrupted thread, which stays interrupted. For
     * changes that only their answer reports: work that is leased by a call without an answer lies idle until the lease
     * ends.
     */
    public <C extends Weighed, A> A shareUninterruptibly(Batcher<C, A> batcher, C call) {
        try {
            return batcher.submit(call, deadline()).join();
        } catch (CompletionException failed) {
            throw asEngineException(failed.getCause());
        }
    }

    /** As {@link #shareUninterruptibly}, for a unit of its own. */
    public <T> T writeUninterruptibly(long bytes, Store.Unit<WriteTx, T> unit) {
        try {
            return store.write(bytes, deadline(), unit).join();
        } catch (CompletionException failed) {
            throw asEngineException(failed.getCause());
        }
    }

    public <T> T read(Store.Unit<ReadTx, T> unit) {
        return store.read(deadline(), unit);
    }

    /** Stores what a rule decided and passes its answer on; a refusal is a value here, so that its changes are kept. */
    public static <R> Answer<R> store(WriteTx tx, Decision<R> decision) {
        store(tx, decision.changes(), decision.events(), decision.followUps());
        return decision.answer();
    }

    static void store(WriteTx tx, List<Change> changes, List<Event> events, List<FollowUp> followUps) {
        if (!changes.isEmpty()) {
            tx.apply(changes);
        }
        if (!events.isEmpty()) {
            tx.events().append(events);
        }
        if (!followUps.isEmpty()) {
            tx.followUps().append(followUps);
        }
    }

    /** Throws the exception of a refusal that was found before anything was read. */
    public static void require(Optional<EngineError> refusal) {
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
    }

    public static EngineError notFound(ExecutionId id) {
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
