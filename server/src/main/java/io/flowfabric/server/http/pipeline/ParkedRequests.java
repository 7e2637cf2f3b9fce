package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.ConcurrencyQuota;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.connection.ClientDisconnectWatcher;
import io.flowfabric.server.http.limit.AnswerMemory;
import io.flowfabric.wire.AnswerBody;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that wait for an answer of the engine, without a thread each. A request is cancelled when its client has
 * disconnected, and all are when the server stops; an answer that does not reach its client is undone.
 */
public final class ParkedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(ParkedRequests.class);

    private final ConcurrencyQuota quota;
    private final Executor writers;
    private final AnswerMemory memory;
    private final Set<Parked<?>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * @param writers write the answers; writing may block
     * @param memory counts the answers
     */
    public ParkedRequests(ConcurrencyQuota quota, Executor writers, AnswerMemory memory) {
        this.quota = quota;
        this.writers = writers;
        this.memory = memory;
    }

    /**
     * A call of the engine for a parked request.
     *
     * @param begin begins the call
     * @param write writes the answer in the client's format
     * @param weight the memory that the answer holds
     * @param undo undoes an answer that did not reach its client; must not throw
     * @param instead the answer when the server stops; must not block
     */
    public record Call<R>(
            Supplier<CompletableFuture<R>> begin,
            Function<R, AnswerBody> write,
            ToLongFunction<R> weight,
            Consumer<R> undo,
            Supplier<R> instead) {}

    /**
     * Answers the exchange once its call is answered.
     *
     * @param reserved how many bytes are reserved during the first poll
     * @throws io.flowfabric.model.error.ResourceExhaustedException when too many are parked, or there is no memory
     */
    public <R> void park(Exchange exchange, Call<R> call, long reserved) {
        var release = quota.take(exchange.principal(), Principal.Limits::parked);
        try (var room = memory.reserve(exchange.principal(), reserved)) {
            var answer = call.begin().get();
            if (answer.isDone()) {
                release.run();
                write(exchange, call, answer.join(), room);
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

    /**
     * Answers the exchange at once.
     *
     * @param reserved how many bytes are reserved before the call
     * @throws io.flowfabric.model.error.ResourceExhaustedException when there is no memory
     */
    public <R> void answer(Exchange exchange, Call<R> call, long reserved) {
        try (var room = memory.reserve(exchange.principal(), reserved)) {
            write(exchange, call, call.begin().get().join(), room);
        }
    }

    /** Answers at once; undoes an answer that cannot be written, or whose client has disconnected. */
    private static <R> void write(Exchange exchange, Call<R> call, R found, AnswerMemory.Share room) {
        boolean written = false;
        try {
            room.growTo(call.weight().applyAsLong(found));
            var body = call.write().apply(found);
            room.shrinkTo(body.length());
            exchange.answer(200, body);
            written = true;
        } catch (IOException gone) {
            LOG.debug("{} was not answered: {}", exchange.route().template(), gone.toString());
        } finally {
            if (!written) {
                call.undo().accept(found);
            }
        }
    }

    /** Counts the memory of answers. */
    public AnswerMemory memory() {
        return memory;
    }

    /** How many are parked. */
    public int count() {
        return waiting.size();
    }

    /** Answers all parked requests at once, and later ones without parking them. */
    public void close() {
        closed = true;
        waiting.forEach(Parked::stop);
    }

    private final class Parked<R> {
        private final Exchange exchange;
        private final Call<R> call;
        private final CompletableFuture<R> answer;
        private final Runnable release;
        private final ClientDisconnectWatcher watch;
        private final AnswerMemory.Share room;
        private volatile boolean gone;
        private volatile boolean stopped;

        Parked(Exchange exchange, Call<R> call, CompletableFuture<R> answer, Runnable release) {
            this.exchange = exchange;
            this.call = call;
            this.answer = answer;
            this.release = release;
            this.room = memory.none(exchange.principal());
            this.watch = ClientDisconnectWatcher.over(exchange.request(), this::leave);
        }

        void begin() {
            // Counted on the thread that completes the answer, before the engine hands out more.
            exchange.later(answer.whenComplete(this::count).handleAsync(this::end, writers));
        }

        private void count(@Nullable R found, @Nullable Throwable failure) {
            try {
                if (found != null) {
                    room.growTo(call.weight().applyAsLong(found));
                }
            } catch (RuntimeException unreadable) {
                // It cannot be written either, and is undone when that is tried.
                LOG.debug("{} has an answer of unknown weight", exchange.route().template(), unreadable);
            }
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
            try (var counted = room) {
                return end(found, failure, counted);
            }
        }

        private @Nullable Void end(@Nullable R found, @Nullable Throwable failure, AnswerMemory.Share counted) {
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
                write(exchange, call, found, counted);
            } else if (stopped) {
                write(exchange, call, call.instead().get(), counted);
            } else {
                throw new CompletionException(failure);
            }
            return null;
        }
    }
}
