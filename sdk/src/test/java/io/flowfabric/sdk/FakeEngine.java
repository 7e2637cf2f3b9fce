package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.lane.KindRules;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.worker.HeartbeatWorkerOutcome;
import io.flowfabric.model.op.worker.MarkWorkerDeadOutcome;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import io.flowfabric.model.op.worker.WorkerPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An engine that gives prepared answers and records its calls. */
public final class FakeEngine implements Engine {
    /** How long a test waits for an expected call. */
    public static final long TIMEOUT_SECONDS = 20;

    private final Map<Operation<?, ?>, Function<Object, Object>> answers = new ConcurrentHashMap<>();
    private final Map<Operation<?, ?>, BlockingQueue<Object>> calls = new ConcurrentHashMap<>();
    private final BlockingQueue<Claim> work = new LinkedBlockingQueue<>();
    private final BlockingQueue<LeaseEvent> happened = new LinkedBlockingQueue<>();
    public volatile boolean closed;

    public FakeEngine() {
        answer(Catalogue.CLAIM, this::claim);
        answer(Catalogue.RENEW, args -> new RenewOutcome(0, 1));
        answer(Catalogue.RENEW_BATCH, batch -> each(Catalogue.RENEW, batch.items()));
        answer(Catalogue.COMPLETE, args -> Ok.OK);
        answer(Catalogue.COMPLETE_BATCH, batch -> each(Catalogue.COMPLETE, batch.items()));
        answer(Catalogue.CANCEL, args -> Ok.OK);
        answer(Catalogue.LIST_WORKERS, args -> WorkerPage.EMPTY);
        answer(Catalogue.REGISTER_WORKER, args -> new RegisterWorkerOutcome.Registered());
        answer(Catalogue.HEARTBEAT_WORKER, args -> new HeartbeatWorkerOutcome.Refreshed(0));
        answer(Catalogue.MARK_WORKER_DEAD, args -> new MarkWorkerDeadOutcome.Marked());
        answer(Catalogue.SUBSCRIBE_LEASE_HISTORY, this::page);
        answer(Catalogue.FAIL, args -> new FailOutcome.TerminalFailed());
        answer(Catalogue.DELAY, args -> Ok.OK);
        answer(Catalogue.PROGRESS, args -> Ok.OK);
    }

    public <A, R> void answer(Operation<A, R> operation, Function<A, R> answer) {
        answers.put(operation, args -> answer.apply(operation.arguments().cast(args)));
    }

    /** Every item of a batch is recorded as a call of its own. */
    private <A, R> List<BatchItem<R>> each(Operation<A, R> operation, List<A> items) {
        return items.stream().map(item -> item(operation, item)).toList();
    }

    private <A, R> BatchItem<R> item(Operation<A, R> operation, A item) {
        try {
            return new BatchItem.Answered<>(call(operation, item));
        } catch (EngineException refused) {
            return new BatchItem.Refused<>(refused.error());
        }
    }

    /** Whether something that was offered is still unclaimed. */
    public boolean hasWork() {
        return !work.isEmpty();
    }

    public void offer(Claim... claims) {
        synchronized (work) {
            work.addAll(List.of(claims));
            work.notifyAll();
        }
    }

    /** The answer to subscriptions to lease events, unless a test sets another. */
    public Function<SubscribeLeaseHistory, EventPage> leaseHistory() {
        return this::page;
    }

    /** Adds a lease event. */
    public void happen(LeaseEvent event) {
        happened.add(event);
    }

    /** The next call of an operation that the test has not taken yet. */
    public <A, R> A awaitCall(Operation<A, R> operation) throws InterruptedException {
        var args = queue(operation).poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(args).as("a call of %s", operation).isNotNull();
        return operation.arguments().cast(args);
    }

    /** The calls of an operation so far that the test has not taken yet. */
    public <A, R> List<A> calls(Operation<A, R> operation) {
        return queue(operation).stream().map(operation.arguments()::cast).toList();
    }

    @Override
    @SuppressWarnings("unchecked") // answer() pairs every operation with an answer of its own type
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        queue(operation).add(arguments);
        return (R) answers.get(operation).apply(arguments);
    }

    @Override
    public void close() {
        closed = true;
    }

    private BlockingQueue<Object> queue(Operation<?, ?> operation) {
        return calls.computeIfAbsent(operation, any -> new LinkedBlockingQueue<>());
    }

    /** Like the engine: parks until there is an event. */
    private EventPage page(SubscribeLeaseHistory args) {
        var items = new ArrayList<EventItem>();
        try {
            var first = happened.poll(args.maxWaitMs(), TimeUnit.MILLISECONDS);
            if (first != null) {
                items.add(new EventItem.Delivered(EventCursor.ofNumber(1), first));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return new EventPage(items, EventCursor.ofNumber(1), false);
    }

    /** Like the engine: parks until there is work of its kinds, and answers nothing when it is interrupted. */
    private ClaimOutcome claim(ClaimRequest args) {
        var claims = new ArrayList<Claim>();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(args.maxWaitMs());
        synchronized (work) {
            try {
                collect(args, claims);
                for (long left = 1; claims.isEmpty() && left > 0; left = until - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(work, Math.min(left, args.maxWaitMs() * 1_000_000L));
                    collect(args, claims);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return ClaimOutcome.atOnce(claims);
    }

    private void collect(ClaimRequest args, List<Claim> claims) {
        for (var each = work.iterator(); each.hasNext() && claims.size() < args.limit(); ) {
            var claim = each.next();
            if (KindRules.serves(args.onlyKinds(), args.exceptKinds(), claim.executionKind())) {
                claims.add(claim);
                each.remove();
            }
        }
    }
}
