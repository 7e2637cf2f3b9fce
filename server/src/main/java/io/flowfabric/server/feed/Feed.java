package io.flowfabric.server.feed;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.server.http.limit.AnswerMemory;
import io.flowfabric.wire.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One client that follows the outbox. Each page is sent when the previous one has been written; nothing is written
 * after the end, because the connection then serves another request.
 */
final class Feed {
    private static final long KEEP_ALIVE_MS = 15_000;

    private final FeedRequest request;
    private final Engine engine;
    private final Executor writers;
    private final AnswerMemory.Share room;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private EventCursor cursor;
    private CompletableFuture<EventPage> page = CompletableFuture.completedFuture(null);

    Feed(FeedRequest request, Engine engine, Executor writers, AnswerMemory.Share room) {
        this.request = request;
        this.engine = engine;
        this.writers = writers;
        this.room = room;
        this.cursor = request.after();
    }

    /** Completes when the client has gone or the feed was ended; fails when the engine fails. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Begins with the events that there are already. */
    synchronized void begin(EventPage first, ClientStream out) {
        ended.whenComplete((done, failure) -> out.close());
        var text = new StringBuilder();
        keepAlive(text, request.after() == EventCursor.FROM_NOW ? first.cursor() : request.after());
        write(text, first);
        send(text, out);
    }

    synchronized void end() {
        ended.complete(null);
        page.cancel(false);
    }

    private synchronized void goOn(ClientStream out) {
        if (ended.isDone()) {
            return;
        }
        try {
            page = engine.callAsync(Catalogue.SUBSCRIBE_EVENTS, request.page(cursor, KEEP_ALIVE_MS));
            page.thenAcceptAsync(found -> take(found, out), writers).exceptionally(this::fail);
        } catch (RuntimeException refused) {
            fail(refused);
        }
    }

    private synchronized void take(EventPage found, ClientStream out) {
        var text = new StringBuilder();
        write(text, found);
        if (found.events().isEmpty()) {
            keepAlive(text, found.cursor());
        }
        send(text, out);
    }

    private void send(StringBuilder text, ClientStream out) {
        if (!ended.isDone()) {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            room.growTo(bytes.length);
            out.send(bytes).whenComplete((left, gone) -> {
                room.close();
                if (gone == null) {
                    goOn(out);
                } else {
                    end();
                }
            });
        }
    }

    private @Nullable Void fail(Throwable failure) {
        ended.completeExceptionally(failure);
        return null;
    }

    private void write(StringBuilder text, EventPage found) {
        if (found.gap()) {
            var oldest = found.events().isEmpty()
                    ? found.cursor()
                    : found.events().get(0).cursor();
            text.append("event: gap\ndata: {\"oldest\":\"").append(oldest).append("\"}\n\n");
        }
        for (EventItem item : found.events()) {
            if (item instanceof EventItem.Delivered delivered) {
                text.append("id: ").append(item.cursor());
                text.append("\nevent: ").append(delivered.event().family().literal());
                text.append("\ndata: ")
                        .append(EventJson.data(delivered.event()))
                        .append("\n\n");
            } else {
                text.append("id: ").append(item.cursor()).append("\n: damaged\n\n");
            }
        }
        cursor = found.cursor();
    }

    /** A block without data: it keeps the connection open and gives the client the current position. */
    private static void keepAlive(StringBuilder text, EventCursor at) {
        text.append("id: ").append(at).append("\n: here\n\n");
    }
}
