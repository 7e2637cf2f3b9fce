package io.flowfabric.engine.command;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Lets calls that arrive while transactions are under way share the next one. A call that arrives alone does not wait,
 * and two transactions are under way at once if calls are enough for both.
 * A batch has a bounded size and weight. Calls about one subject share it like any others, in the order in which they
 * arrived: each finds the state that the one before has left. Safe for use by any thread.
 *
 * <p>A call that needs what another transaction holds locked leaves its batch and is tried again until its deadline, in
 * transactions of which there is one at a time beside the others. So waiting calls occupy neither a transaction nor a
 * connection, however many there are.
 *
 * @param <C> a call
 * @param <A> the answer to one
 */
public final class Batcher<C extends Weighed, A> {
    private static final int MOST_WAITING = 10_000;
    private static final Duration RETRY_AFTER = Duration.ofMillis(100);

    /** Enough that one transaction is prepared while another is being made durable. */
    private static final int TRANSACTIONS = 2;

    /** How long calls wait beside a transaction that carries more of them; longer than a transaction should take. */
    private static final Duration LONGEST_GATHERING = Duration.ofMillis(100);

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    /** Carries out a batch as one transaction, which does not wait for locks. */
    public interface Transaction<C, A> {
        /**
         * Returns answers in the order of the calls. The answer is missing for a call that would have had to wait, and
         * for all later calls about the same subject. Fails with a {@link HeldException} when it is not known which
         * calls would have to wait.
         *
         * @param again whether the calls were tried before and met a lock: then each is checked
         */
        CompletableFuture<List<Optional<A>>> run(List<C> calls, Deadline deadline, boolean again);
    }

    private final Transaction<C, A> transaction;
    private final Function<C, Object> subject;
    private final Deque<BatchedCall<C, A>> waiting = new ArrayDeque<>();
    private final HeldCalls<C, A> held;
    private final MemoryBudget budget;
    private final HeldCalls.Timer timer;
    private int underWay;
    private int callsUnderWay;

    /** A look at calls that wait beside a transaction is due. */
    private boolean timed;

    /**
     * @param subject what a call is about; a call that has to wait delays later ones about the same
     * @param budget bounds the bytes of calls that have no answer, here and elsewhere in the engine
     */
    public Batcher(Transaction<C, A> transaction, Function<C, Object> subject, MemoryBudget budget) {
        this(transaction, subject, budget, HeldCalls.Timer.OF_THE_PROCESS);
    }

    /** As above, with another timer for the pauses of calls that have to wait. */
    Batcher(Transaction<C, A> transaction, Function<C, Object> subject, MemoryBudget budget, HeldCalls.Timer timer) {
        this.budget = budget;
        this.timer = timer;
        this.transaction = transaction;
        this.subject = subject;
        this.held = new HeldCalls<>(transaction, timer, this::takeUp);
    }

    /** Carries out a call with others. The answer fails as the transaction does. */
    CompletableFuture<A> submit(C call, Deadline deadline) {
        var queued = waiting(call, deadline);
        if (!reserve(queued.bytes(), queued.answer())) {
            return queued.answer();
        }
        List<BatchedCall<C, A>> batch;
        synchronized (waiting) {
            if (waiting.size() + held.size() >= MOST_WAITING) {
                queued.answer().completeExceptionally(full("waiting_calls", MOST_WAITING));
                return queued.answer();
            }
            waiting.add(queued);
            batch = beginIfRoom();
        }
        runIfAny(batch);
        return queued.answer();
    }

    /** Carries out calls in order and in a transaction of their own, except for those that have to wait. */
    CompletableFuture<List<A>> together(List<C> calls, Deadline deadline) {
        var all = calls.stream().map(call -> waiting(call, deadline)).toList();
        var answers = CompletableFuture.allOf(
                        all.stream().map(BatchedCall::answer).toArray(CompletableFuture[]::new))
                .thenApply(done ->
                        all.stream().map(queued -> queued.answer().join()).toList());
        if (!reserve(all.stream().mapToLong(BatchedCall::bytes).sum(), answers)) {
            return answers;
        }
        attempt(all, false, cause -> {
            fail(all, cause);
            return DONE;
        });
        return answers;
    }

    /** Reserves memory until there is an answer; if there is none left, the call fails. */
    private boolean reserve(long bytes, CompletableFuture<?> answer) {
        if (!budget.reserve(bytes)) {
            answer.completeExceptionally(full("waiting_bytes", budget.most()));
            return false;
        }
        answer.whenComplete((given, failure) -> budget.release(bytes));
        return true;
    }

    private static ResourceExhaustedException full(String pool, long most) {
        return ResourceExhaustedException.ofMemory(pool, most, RETRY_AFTER);
    }

    private BatchedCall<C, A> waiting(C call, Deadline deadline) {
        return BatchedCall.of(call, subject.apply(call), deadline);
    }

    /** Takes a call back; returns false when its transaction has begun. */
    boolean withdraw(CompletableFuture<A> answer) {
        synchronized (waiting) {
            boolean unbegun = waiting.removeIf(queued -> queued.answer() == answer) || held.withdraw(answer);
            return unbegun && answer.cancel(false);
        }
    }

    /** Takes calls that waited behind a held one, and arrived before all that wait now. */
    private void takeUp(List<BatchedCall<C, A>> following) {
        List<BatchedCall<C, A>> batch;
        synchronized (waiting) {
            for (int i = following.size(); i > 0; i--) {
                waiting.addFirst(following.get(i - 1));
            }
            batch = beginIfRoom();
        }
        runIfAny(batch);
    }

    /**
     * Takes the calls of the next transaction, if one may begin: at once while none is under way, and beside another
     * when as many calls wait as the other one carries. Calls that come one by one, as fast as the processors get to
     * them, would otherwise make many small transactions, which cost more than they gain by beginning earlier.
     */
    private List<BatchedCall<C, A>> beginIfRoom() {
        if (waiting.size() >= callsUnderWay) {
            return beginAnyway();
        }
        if (underWay < TRANSACTIONS && !waiting.isEmpty() && !timed) {
            timed = true;
            timer.after(LONGEST_GATHERING, this::beginLate);
        }
        return List.of();
    }

    /** The other transaction may be stuck, and then it must not delay calls that are too few to go beside it. */
    private void beginLate() {
        List<BatchedCall<C, A>> batch;
        synchronized (waiting) {
            timed = false;
            batch = beginAnyway();
        }
        runIfAny(batch);
    }

    private List<BatchedCall<C, A>> beginAnyway() {
        if (underWay == TRANSACTIONS || waiting.isEmpty()) {
            return List.of();
        }
        var batch = next();
        underWay += batch.isEmpty() ? 0 : 1;
        callsUnderWay += batch.size();
        return batch;
    }

    /** The calls that go together now, the longest waiting first. */
    private List<BatchedCall<C, A>> next() {
        var batch = new ArrayList<BatchedCall<C, A>>();
        var room = new BatchRoom(BatchRoom.MOST_CALLS);
        while (!waiting.isEmpty() && room.holds(waiting.peek().bytes())) {
            var queued = waiting.poll();
            if (!held.follow(queued)) {
                batch.add(queued);
                room.take(queued.bytes());
            }
        }
        return batch;
    }

    private void runIfAny(List<BatchedCall<C, A>> batch) {
        if (!batch.isEmpty()) {
            run(batch);
        }
    }

    private void run(List<BatchedCall<C, A>> batch) {
        attempt(batch).whenComplete((done, broken) -> {
            if (broken != null) {
                fail(batch, cause(broken));
            }
            List<BatchedCall<C, A>> following;
            synchronized (waiting) {
                underWay--;
                callsUnderWay -= batch.size();
                following = beginIfRoom();
            }
            runIfAny(following);
        });
    }

    /** Completes when every call of the batch was answered or held. */
    private CompletableFuture<Void> attempt(List<BatchedCall<C, A>> batch) {
        return attempt(batch, false, cause -> failed(batch, cause));
    }

    /** @param failed handles a failure that is not about a lock */
    private CompletableFuture<Void> attempt(
            List<BatchedCall<C, A>> batch, boolean again, Function<Throwable, CompletableFuture<Void>> failed) {
        return begin(transaction, batch, again)
                .handle((answers, failure) -> {
                    if (failure == null) {
                        settle(batch, answers);
                        return DONE;
                    }
                    if (!(cause(failure) instanceof HeldException)) {
                        return failed.apply(cause(failure));
                    }
                    if (!again) {
                        return attempt(batch, true, failed);
                    }
                    held.holdSpoiled(batch);
                    return DONE;
                })
                .thenCompose(Function.identity());
    }

    private void settle(List<BatchedCall<C, A>> batch, List<Optional<A>> answers) {
        var left = new ArrayList<BatchedCall<C, A>>();
        for (int i = 0; i < batch.size(); i++) {
            var queued = batch.get(i);
            answers.get(i).ifPresentOrElse(queued.answer()::complete, () -> left.add(queued));
        }
        held.hold(left);
    }

    static <C extends Weighed, A> CompletableFuture<List<Optional<A>>> begin(
            Transaction<C, A> transaction, List<BatchedCall<C, A>> batch, boolean again) {
        var deadline = batch.stream()
                .map(BatchedCall::deadline)
                .max(Comparator.comparingLong(Deadline::remainingNanos))
                .orElseThrow();
        try {
            return transaction.run(batch.stream().map(BatchedCall::call).toList(), deadline, again);
        } catch (RuntimeException | Error broken) {
            // The caller counts transactions under way, so a failure to begin one must end it, too.
            return CompletableFuture.failedFuture(broken);
        }
    }

    /** One call can make the whole transaction fail; the halves are tried until it is alone. */
    private CompletableFuture<Void> failed(List<BatchedCall<C, A>> batch, Throwable cause) {
        if (batch.size() == 1 || !ItemFailures.isAboutAnItem(cause)) {
            fail(batch, cause);
            return DONE;
        }
        int half = batch.size() / 2;
        return attempt(batch.subList(0, half)).thenCompose(done -> attempt(batch.subList(half, batch.size())));
    }

    static void fail(List<? extends BatchedCall<?, ?>> batch, Throwable cause) {
        batch.forEach(queued -> queued.answer().completeExceptionally(cause));
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }
}
