package io.flowfabric.server.feed;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.wire.EventJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * One client that follows the outbox. Its pages come one after the other, so that one thread at a time writes; nobody
 * writes once it has ended, for the connection then belongs to another request.
 */
final class Feed {
    private static final long PULSE_MS = 15_000;

    private final FeedRequest request;
    private final Engine engine;
    private final OutputStream out;
    private final Executor writers;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private EventCursor place;
    private CompletableFuture<EventPage> page = CompletableFuture.completedFuture(null);

    Feed(FeedRequest request, Engine engine, OutputStream out, Executor writers) {
        this.request = request;
        this.engine = engine;
        this.out = out;
        this.writers = writers;
        this.place = request.after();
    }

    /** Completes when the client has gone or the feed was ended; fails when the engine does. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Begins with what there is already. */
    synchronized void begin(EventPage first) throws IOException {
        pulse(request.after() == EventCursor.FROM_NOW ? first.cursor() : request.after());
        write(first);
        goOn();
    }

    synchronized void end() {
        ended.complete(null);
        page.cancel(false);
    }

    private void goOn() {
        if (ended.isDone()) {
            return;
        }
        page = engine.callAsync(Catalogue.SUBSCRIBE_EVENTS, request.page(place, PULSE_MS));
        page.whenCompleteAsync(
                (found, failure) -> {
                    if (failure == null) {
                        take(found);
                    } else {
                        ended.completeExceptionally(failure);
                    }
                },
                writers);
    }

    private synchronized void take(EventPage found) {
        if (ended.isDone()) {
            return;
        }
        try {
            write(found);
            if (found.events().isEmpty()) {
                pulse(found.cursor());
            }
            goOn();
        } catch (IOException gone) {
            ended.complete(null);
        }
    }

    private void write(EventPage found) throws IOException {
        var text = new StringBuilder();
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
        place = found.cursor();
        send(text);
    }

    /** A block without data: it keeps the connection open and says where the feed has come to. */
    private void pulse(EventCursor at) throws IOException {
        send(new StringBuilder("id: ").append(at).append("\n: here\n\n"));
    }

    private void send(StringBuilder text) throws IOException {
        if (!text.isEmpty()) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
