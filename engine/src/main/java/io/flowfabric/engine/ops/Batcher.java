package io.flowfabric.engine.ops;

import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Lets calls that arrive while transactions are under way share the next one. A call that arrives alone does not wait. A
 * batch has a bounded size and weight and at most one call about each subject. Safe for use by any thread.
 *
 * <p>A call that needs what another transaction holds locked leaves its batch and is tried again until its deadline, in
 * transactions of which there is one at a time beside the others. So it takes up neither a place here nor a connection
 * while it waits, however many there are like it.
 *
 * @param <C> a call
 * @param <A> the answer to one
 */
final class Batcher<C extends Weighed, A> {
    private static final int MOST_WAITING = 10_000;
    private static final Duration RETRY_AFTER = Duration.ofMillis(100);

    /** Enough that one transaction is prepared while another is being made durable. */
    private static final int TRANSACTIONS = 2;

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    /** Carries out a batch as one transaction that waits for no other. */
    interface Transaction<C, A> {
        /**
         * Its answers are in the order of the calls; one is missing where the call would have had to wait. Fails with a
         * {@link HeldException} when it is not known which calls those are.
         *
         * @param again whether the calls were tried before and met a lock: then it is found out for each call
         */
        CompletableFuture<List<Optional<A>>> run(List<C> calls, Deadline deadline, boolean again);
    }

    private final Transaction<C, A> transaction;
    private final Function<C, Object> subject;
    private final Deque<BatchedCall<C, A>> waiting = new ArrayDeque<>();
    private final HeldCalls<C, A> held;
    private final MemoryBudget budget;
    private int underWay;

    /**
     * @param subject what a call is about; two calls about the same are not carried out together
     * @param budget bounds the bytes of calls that have no answer, here and elsewhere in the engine
     */
    Batcher(Transaction<C, A> transaction, Function<C, Object> subject, MemoryBudget budget) {
        this(transaction, subject, budget, HeldCalls.Timer.OF_THE_PROCESS);
    }

    /** As above, with another timer for the pauses of calls that have to wait. */
    Batcher(Transaction<C, A> transaction, Function<C, Object> subject, MemoryBudget budget, HeldCalls.Timer timer) {
        this.budget = budget;
        this.transaction = transaction;
        this.subject = subject;
        this.held = new HeldCalls<>(transaction, timer, this::takeUp);
    }

    /** Carries out a call with others. The answer fails as the transaction does. */
    CompletableFuture<A> submit(C call, Deadline deadline) {
        var waiter = waiting(call, deadline);
        if (!reserve(waiter.bytes(), waiter.answer())) {
            return waiter.answer();
        }
        List<BatchedCall<C, A>> batch;
        synchronized (waiting) {
            if (waiting.size() + held.size() >= MOST_WAITING) {
                waiter.answer().completeExceptionally(full("waiting_calls", MOST_WAITING));
                return waiter.answer();
            }
            waiting.add(waiter);
            batch = beginIfRoom();
        }
        runIfAny(batch);
        return waiter.answer();
    }

    /** Carries out calls in order and in a transaction of their own, except for those that have to wait. */
    CompletableFuture<List<A>> together(List<C> calls, Deadline deadline) {
        var all = calls.stream().map(call -> waiting(call, deadline)).toList();
        var answers = CompletableFuture.allOf(
                        all.stream().map(BatchedCall::answer).toArray(CompletableFuture[]::new))
                .thenApply(done ->
                        all.stream().map(waiter -> waiter.answer().join()).toList());
        if (!reserve(all.stream().mapToLong(BatchedCall::bytes).sum(), answers)) {
            return answers;
        }
        attempt(all, false, cause -> {
            fail(all, cause);
            return DONE;
        });
        return answers;
    }

    /** Until there is an answer; without room that is the answer. */
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

    /** Takes a call back; answers false when its transaction has begun. */
    boolean withdraw(CompletableFuture<A> answer) {
        synchronized (waiting) {
            boolean unbegun = waiting.removeIf(waiter -> waiter.answer() == answer) || held.withdraw(answer);
            return unbegun && answer.cancel(false);
        }
    }

    /** Calls that waited behind one which was held. */
    private void takeUp(List<BatchedCall<C, A>> following) {
        List<BatchedCall<C, A>> batch;
        synchronized (waiting) {
            waiting.addAll(following);
            batch = beginIfRoom();
        }
        runIfAny(batch);
    }

    /** Takes a place, if there is one, and the calls that fill it. */
    private List<BatchedCall<C, A>> beginIfRoom() {
        if (underWay == TRANSACTIONS || waiting.isEmpty()) {
            return List.of();
        }
        var batch = next();
        underWay += batch.isEmpty() ? 0 : 1;
        return batch;
    }

    /** The calls that go together now, the longest waiting first; those that do not fit keep their places. */
    private List<BatchedCall<C, A>> next() {
        var batch = new ArrayList<BatchedCall<C, A>>();
        var subjects = new HashSet<>();
        var later = new ArrayDeque<BatchedCall<C, A>>();
        var room = new BatchRoom(BatchRoom.MOST_CALLS);
        while (!waiting.isEmpty() && room.holds(waiting.peek().bytes())) {
            var waiter = waiting.poll();
            if (held.follow(waiter)) {
                continue;
            }
            if (subjects.add(waiter.subject())) {
                batch.add(waiter);
                room.take(waiter.bytes());
            } else {
                later.add(waiter);
            }
        }
        while (!later.isEmpty()) {
            waiting.addFirst(later.pollLast());
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
                following = next();
                underWay -= following.isEmpty() ? 1 : 0;
            }
            runIfAny(following);
        });
    }

    /** Completes when every call of the batch was answered or held. */
    private CompletableFuture<Void> attempt(List<BatchedCall<C, A>> batch) {
        return attempt(batch, false, cause -> failed(batch, cause));
    }

    /** @param failed is told of a failure that is not about a lock */
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
            var waiter = batch.get(i);
            answers.get(i).ifPresentOrElse(waiter.answer()::complete, () -> left.add(waiter));
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
            // A place that was taken is given back however its transaction ends.
            return CompletableFuture.failedFuture(broken);
        }
    }

    /** One call can spoil a transaction that was rolled back; the halves are tried until it stands alone. */
    private CompletableFuture<Void> failed(List<BatchedCall<C, A>> batch, Throwable cause) {
        if (batch.size() == 1 || !ItemFailures.isAboutAnItem(cause)) {
            fail(batch, cause);
            return DONE;
        }
        int half = batch.size() / 2;
        return attempt(batch.subList(0, half)).thenCompose(done -> attempt(batch.subList(half, batch.size())));
    }

    static void fail(List<? extends BatchedCall<?, ?>> batch, Throwable cause) {
        batch.forEach(waiter -> waiter.answer().completeExceptionally(cause));
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }
}
