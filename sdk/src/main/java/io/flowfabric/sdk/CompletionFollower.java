package io.flowfabric.sdk;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Completes futures when executions end, without a thread per future. While there are futures, one thread follows the
 * completion events. It has its position among the events before an execution is first polled: a later end is told by
 * an event, an earlier end is seen by the poll. Safe for use by any thread.
 */
final class CompletionFollower implements AutoCloseable {
    private static final int PAGE = Limits.PAGE;
    private static final long LONGEST_WAIT_MS = Limits.WAIT_MS;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final Map<ExecutionId, Set<CompletableFuture<Ending>>> waiting = new HashMap<>();
    private Thread follower = new Thread();
    private boolean following;
    private boolean closed;

    CompletionFollower(Engine engine) {
        this.engine = engine;
    }

    /** Completes when the execution has ended, on another thread than the follower's. */
    CompletionStage<Ending> of(ExecutionId id) {
        var future = new CompletableFuture<Ending>();
        try {
            enlist(id, future);
            poll(id);
        } catch (EngineException failed) {
            future.completeExceptionally(failed);
        }
        future.whenComplete((ending, failure) -> strike(id, future));
        return future;
    }

    @Override
    public void close() {
        List<CompletableFuture<Ending>> left;
        synchronized (this) {
            closed = true;
            follower.interrupt();
            left = waiting.values().stream().flatMap(Set::stream).toList();
        }
        left.forEach(future -> future.completeExceptionally(closedUnderIt()));
    }

    private synchronized void enlist(ExecutionId id, CompletableFuture<Ending> future) {
        if (closed) {
            throw closedUnderIt();
        }
        if (!following) {
            var start = page(EventCursor.FROM_NOW, 0).cursor();
            follower = new Thread(new BackgroundLoop("endings", () -> follow(start)), "flowfabric-endings");
            follower.setDaemon(true);
            follower.start();
            following = true;
        }
        waiting.computeIfAbsent(id, any -> new LinkedHashSet<>()).add(future);
    }

    private synchronized void strike(ExecutionId id, CompletableFuture<Ending> future) {
        var others = waiting.get(id);
        if (others != null && others.remove(future) && others.isEmpty()) {
            waiting.remove(id);
        }
    }

    private void follow(EventCursor start) {
        var cursor = start;
        while (goesOn()) {
            try {
                var page = page(cursor, LONGEST_WAIT_MS);
                page.events().forEach(this::tell);
                if (page.gap()) {
                    awaited().forEach(this::poll);
                }
                cursor = page.cursor();
            } catch (EngineException unreachable) {
                pause();
            }
        }
    }

    private synchronized boolean goesOn() {
        following = !closed && !waiting.isEmpty();
        return following;
    }

    private void tell(EventItem item) {
        if (item instanceof EventItem.Damaged) {
            awaited().forEach(this::poll);
        } else if (item instanceof EventItem.Delivered delivered
                && delivered.event() instanceof CompletionEvent ended) {
            poll(ended.subject().executionId());
        }
    }

    /** Polls an execution and completes its futures; a poll that fails completes them exceptionally. */
    private void poll(ExecutionId id) {
        for (var future : futures(id)) {
            try {
                if (engine.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, 0))
                        instanceof AwaitResultOutcome.Ended ended) {
                    future.completeAsync(() -> Ending.of(ended));
                }
            } catch (EngineException failed) {
                future.completeExceptionally(failed);
            }
        }
    }

    private synchronized List<CompletableFuture<Ending>> futures(ExecutionId id) {
        return new ArrayList<>(waiting.getOrDefault(id, Set.of()));
    }

    private synchronized List<ExecutionId> awaited() {
        return new ArrayList<>(waiting.keySet());
    }

    private EventPage page(EventCursor cursor, long maxWaitMs) {
        return engine.call(
                Catalogue.SUBSCRIBE_COMPLETION, new SubscribeFamily(cursor, ScannerFilter.NONE, PAGE, maxWaitMs));
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private static UnavailableException closedUnderIt() {
        return new UnavailableException(
                "await", "This FlowFabric is closed. The execution goes on; open another one and wait again.");
    }
}
