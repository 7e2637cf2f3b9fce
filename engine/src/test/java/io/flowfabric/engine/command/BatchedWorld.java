package io.flowfabric.engine.command;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.MemoryBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A batcher in front of a store whose rows another transaction may hold locked. Transactions and pauses end when the
 * test says so. A call is answered with itself, so that a wrong answer shows.
 */
final class BatchedWorld implements HeldCalls.Timer {
    private static final long MOST_BYTES = 1 << 20;
    private static final int MOST_AT_ONCE = 2;
    private static final Deadline LATER = Deadline.in(Duration.ofHours(1));

    /** A call, and how often it was carried out. */
    record Call(int subject, AtomicInteger carriedOut) implements Weighed {
        @Override
        public long weight() {
            return 1;
        }
    }

    private record Submitted(Call call, CompletableFuture<Call> answer) {}

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicBoolean locked = new AtomicBoolean();
    private final AtomicLong now = new AtomicLong();
    private final Queue<Runnable> transactions = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> pauses = new ConcurrentLinkedQueue<>();
    private final Queue<Submitted> submitted = new ConcurrentLinkedQueue<>();
    private final Queue<Submitted> withdrawn = new ConcurrentLinkedQueue<>();
    private final MemoryBudget budget = new MemoryBudget(MOST_BYTES);
    private final Batcher<Call, Call> batcher = new Batcher<>(this::run, Call::subject, budget, this);

    void submit(int subject) {
        var call = new Call(subject, new AtomicInteger());
        submitted.add(new Submitted(call, batcher.submit(call, LATER)));
    }

    /** Tries to take back the call that came first. */
    void withdraw() {
        var first = submitted.poll();
        if (first != null) {
            (batcher.withdraw(first.answer()) ? withdrawn : submitted).add(first);
        }
    }

    /** Another transaction locks all rows until the end of the test. */
    void lock() {
        locked.set(true);
    }

    void endTransactions() {
        for (var next = transactions.poll(); next != null; next = transactions.poll()) {
            next.run();
        }
    }

    void endPause() {
        var next = pauses.poll();
        if (next != null) {
            next.run();
        }
    }

    /** Ends all transactions under way; then every call has ended. */
    void checkAll() {
        locked.set(false);
        while (!transactions.isEmpty() || !pauses.isEmpty()) {
            endTransactions();
            endPause();
        }
        for (var one : submitted) {
            check(one.answer().isDone(), "every call is answered");
            check(one.answer().join() == one.call(), "the answer is its own");
            check(one.call().carriedOut().get() == 1, "it was carried out once");
        }
        for (var one : withdrawn) {
            check(one.answer().isCancelled(), "a call that was taken back is cancelled");
            check(one.call().carriedOut().get() == 0, "it was not carried out");
        }
        check(budget.reserve(MOST_BYTES) && !budget.reserve(1), "the bytes of all calls are given back");
    }

    private CompletableFuture<List<Optional<Call>>> run(List<Call> calls, Deadline deadline, boolean again) {
        check(again || underWay.incrementAndGet() <= MOST_AT_ONCE, "no more are under way than there are places");
        var distinct = Collections.newSetFromMap(new IdentityHashMap<Call, Boolean>());
        for (var call : calls) {
            check(distinct.add(call), "a transaction has every call once");
        }
        var answers = new CompletableFuture<List<Optional<Call>>>();
        transactions.add(() -> {
            var all = new ArrayList<Optional<Call>>();
            for (var call : calls) {
                all.add(answer(call));
            }
            underWay.addAndGet(again ? 0 : -1);
            answers.complete(all);
        });
        return answers;
    }

    private Optional<Call> answer(Call call) {
        if (locked.get()) {
            return Optional.empty();
        }
        call.carriedOut().incrementAndGet();
        return Optional.of(call);
    }

    @Override
    public void after(Duration pause, Runnable task) {
        pauses.add(() -> {
            now.addAndGet(pause.toNanos());
            task.run();
        });
    }

    @Override
    public long nanoTime() {
        return now.get();
    }
}
