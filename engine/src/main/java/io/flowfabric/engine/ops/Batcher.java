package io.flowfabric.engine.ops;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.ResourceExhaustedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * @param <C> a call
 * @param <A> the answer to one
 */
final class Batcher<C extends Weighed, A> {
    private static final int MOST_CALLS = 500;
    private static final long MOST_BYTES = 4L << 20;
    private static final int MOST_WAITING = 10_000;
    private static final Duration RETRY_AFTER = Duration.ofMillis(100);

    /** Enough that one transaction is prepared while another is being made durable. */
    private static final int TRANSACTIONS = 2;

    /**
     * Carries out a batch as one transaction. Its answers are in the order of the calls; one is missing where the call
     * would have had to wait for somebody else, which it does alone. A call alone is always answered.
     */
    interface Transaction<C, A> {
        CompletableFuture<List<Optional<A>>> run(List<C> calls, Deadline deadline);
    }

    private final Transaction<C, A> transaction;
    private final Function<C, Object> subject;
    private final Deque<Waiting<C, A>> waiting = new ArrayDeque<>();
    private int underWay;

    /** @param subject what a call is about; two calls about the same are not carried out together */
    Batcher(Transaction<C, A> transaction, Function<C, Object> subject) {
        this.transaction = transaction;
        this.subject = subject;
    }

    /** A call that waits for its transaction, or for the end of it. */
    private record Waiting<C, A>(C call, Deadline deadline, CompletableFuture<A> answer) {}

    /** Carries out a call with others. The answer fails as the transaction does. */
    CompletableFuture<A> submit(C call, Deadline deadline) {
        var waiter = new Waiting<C, A>(call, deadline, new CompletableFuture<>());
        List<Waiting<C, A>> batch;
        synchronized (waiting) {
            if (waiting.size() >= MOST_WAITING) {
                return CompletableFuture.failedFuture(
                        new ResourceExhaustedException("waiting_calls", MOST_WAITING, Optional.of(RETRY_AFTER)));
            }
            waiting.add(waiter);
            if (underWay == TRANSACTIONS) {
                return waiter.answer();
            }
            underWay++;
            batch = next();
        }
        run(batch);
        return waiter.answer();
    }

    /** Takes a call back; answers false when its transaction has begun. */
    boolean withdraw(CompletableFuture<A> answer) {
        synchronized (waiting) {
            return waiting.removeIf(waiter -> waiter.answer() == answer);
        }
    }

    /** The calls that go together now, the longest waiting first; those that do not fit keep their places. */
    private List<Waiting<C, A>> next() {
        var batch = new ArrayList<Waiting<C, A>>();
        var subjects = new HashSet<>();
        var later = new ArrayDeque<Waiting<C, A>>();
        long bytes = 0;
        while (!waiting.isEmpty() && batch.size() < MOST_CALLS) {
            long weight = Weighed.ROW_WEIGHT + waiting.peek().call().weight();
            if (!batch.isEmpty() && bytes + weight > MOST_BYTES) {
                break;
            }
            var waiter = waiting.poll();
            if (subjects.add(subject.apply(waiter.call()))) {
                batch.add(waiter);
                bytes += weight;
            } else {
                later.add(waiter);
            }
        }
        while (!later.isEmpty()) {
            waiting.addFirst(later.pollLast());
        }
        return batch;
    }

    private void run(List<Waiting<C, A>> batch) {
        attempt(batch).whenComplete((done, impossible) -> {
            List<Waiting<C, A>> following;
            synchronized (waiting) {
                following = next();
                underWay -= following.isEmpty() ? 1 : 0;
            }
            if (!following.isEmpty()) {
                run(following);
            }
        });
    }

    /** Completes when every call of the batch was answered, or left to be carried out alone. */
    private CompletableFuture<Void> attempt(List<Waiting<C, A>> batch) {
        var deadline = batch.get(batch.size() - 1).deadline();
        return transaction
                .run(batch.stream().map(Waiting::call).toList(), deadline)
                .handle((answers, failure) -> {
                    if (failure == null) {
                        for (int i = 0; i < batch.size(); i++) {
                            var waiter = batch.get(i);
                            answers.get(i).ifPresentOrElse(waiter.answer()::complete, () -> attempt(List.of(waiter)));
                        }
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    return failed(batch, failure);
                })
                .thenCompose(Function.identity());
    }

    /** One call can spoil a transaction that was rolled back; the halves are tried until it stands alone. */
    private CompletableFuture<Void> failed(List<Waiting<C, A>> batch, Throwable failure) {
        var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (batch.size() == 1 || !ItemFailures.isAboutAnItem(cause)) {
            batch.forEach(waiter -> waiter.answer().completeExceptionally(cause));
            return CompletableFuture.completedFuture(null);
        }
        int half = batch.size() / 2;
        return attempt(batch.subList(0, half)).thenCompose(done -> attempt(batch.subList(half, batch.size())));
    }
}
