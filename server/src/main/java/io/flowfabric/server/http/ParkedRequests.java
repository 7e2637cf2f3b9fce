package io.flowfabric.server.http;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that wait for an answer of the engine, without a thread each. One whose client has gone is cancelled, and so
 * are all when the server stops; an answer that its client never gets is undone.
 */
public final class ParkedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(ParkedRequests.class);

    private final Quota quota;
    private final Executor writers;
    private final Set<Parked<?>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param writers write the answers; writing may block */
    public ParkedRequests(Quota quota, Executor writers) {
        this.quota = quota;
        this.writers = writers;
    }

    /**
     * What to do about a request that waits.
     *
     * @param begin begins the call
     * @param write the answer in the form of its client
     * @param undo undoes an answer that its client never got; it throws nothing
     * @param instead the answer when the server stops; it must not wait
     */
    public record Call<R>(
            Supplier<CompletableFuture<R>> begin, Function<R, byte[]> write, Consumer<R> undo, Supplier<R> instead) {}

    /**
     * Answers the exchange once its call is answered.
     *
     * @throws io.flowfabric.model.error.ResourceExhaustedException when too many wait
     */
    public <R> void park(Exchange exchange, Call<R> call) {
        var principal = exchange.principal();
        var release = quota.take(principal, Principal.Limits::parked);
        try {
            var answer = call.begin().get();
            if (answer.isDone()) {
                release.run();
                write(exchange, call, answer.join());
            } else {
                var parked = new Parked<>(exchange, call, answer, release);
                waiting.add(parked);
                parked.begin();
                if (closed) {
                    parked.stop();
                }
            }
        } catch (RuntimeException | Error refused) {
            release.run();
            throw refused;
        }
    }

    /** Answers at once, and undoes what cannot be answered: its client has gone, or it cannot be written at all. */
    public static <R> void write(Exchange exchange, Call<R> call, R found) {
        boolean written = false;
        try {
            exchange.answer(200, call.write().apply(found));
            written = true;
        } catch (IOException gone) {
            LOG.debug("{} was not answered: {}", exchange.route().template(), gone.toString());
        } finally {
            if (!written) {
                call.undo().accept(found);
            }
        }
    }

    /** How many wait. */
    public int count() {
        return waiting.size();
    }

    /** Answers everybody who waits at once, and everybody who comes later. */
    public void close() {
        closed = true;
        waiting.forEach(Parked::stop);
    }

    private final class Parked<R> {
        private final Exchange exchange;
        private final Call<R> call;
        private final CompletableFuture<R> answer;
        private final Runnable release;
        private final ClientWatch watch;
        private volatile boolean gone;
        private volatile boolean stopped;

        Parked(Exchange exchange, Call<R> call, CompletableFuture<R> answer, Runnable release) {
            this.exchange = exchange;
            this.call = call;
            this.answer = answer;
            this.release = release;
            this.watch = ClientWatch.over(exchange.request(), this::leave);
        }

        void begin() {
            exchange.later(answer.handleAsync(this::end, writers));
        }

        void stop() {
            stopped = true;
            answer.cancel(false);
        }

        private void leave() {
            gone = true;
            answer.cancel(false);
        }

        private @Nullable Void end(@Nullable R found, @Nullable Throwable failure) {
            release.run();
            waiting.remove(this);
            gone |= watch.isGone();
            if (!watch.end()) {
                exchange.answerHeader("Connection", "close");
            }
            if (gone) {
                if (found != null) {
                    call.undo().accept(found);
                }
            } else if (found != null) {
                write(exchange, call, found);
            } else if (stopped) {
                write(exchange, call, call.instead().get());
            } else {
                throw new CompletionException(failure);
            }
            return null;
        }
    }
}
