package io.flowfabric.sdk;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultRequest;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.SubscribeFamily;
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
 * Tells those who wait without a thread how executions end. While there are any, one thread follows the completions. It
 * has its place among them before somebody looks at an execution: what ends later is told by an event, what ended before
 * is seen. Safe for use by any thread.
 */
final class Endings implements AutoCloseable {
    private static final int PAGE = Limits.PAGE;
    private static final long LONGEST_WAIT_MS = Limits.WAIT_MS;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final Map<ExecutionId, Set<CompletableFuture<Ending>>> waiting = new HashMap<>();
    private Thread follower = new Thread();
    private boolean following;
    private boolean closed;

    Endings(Engine engine) {
        this.engine = engine;
    }

    /** Completes when the execution has ended, on a thread that nobody waits for. */
    CompletionStage<Ending> of(ExecutionId id) {
        var future = new CompletableFuture<Ending>();
        try {
            enlist(id, future);
            look(id);
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
                    awaited().forEach(this::look);
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
            awaited().forEach(this::look);
        } else if (item instanceof EventItem.Delivered delivered
                && delivered.event() instanceof CompletionEvent ended) {
            look(ended.subject().executionId());
        }
    }

    /** Looks at an execution that somebody waits for; a look that fails is their failure. */
    private void look(ExecutionId id) {
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
