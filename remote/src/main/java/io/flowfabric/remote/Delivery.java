package io.flowfabric.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportKind;
import io.flowfabric.wire.AnswerReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/** Sends calls until they are answered, as often as is safe and for as long as there is patience. */
final class Delivery {
    private static final int OK = 200;

    private final HttpClient client;
    private final AnswerReader reader;
    private final RemoteErrors errors;
    private final Duration patience;

    Delivery(HttpClient client, AnswerReader reader, RemoteErrors errors, Duration patience) {
        this.client = client;
        this.reader = reader;
        this.errors = errors;
        this.patience = patience;
    }

    /**
     * Begins a call. Cancelling the answer gives up the request, which the server notices.
     *
     * @param unwanted gets an answer that came too late for a cancelled call
     */
    <R> CompletableFuture<R> send(PreparedCall<R> call, Consumer<R> unwanted) {
        var run = new Run<>(call, unwanted, System.nanoTime() + patience.toNanos());
        run.send();
        return run.answer;
    }

    private final class Run<R> {
        private final PreparedCall<R> call;
        private final Consumer<R> unwanted;
        private final long giveUpAt;
        private final CompletableFuture<R> answer = new CompletableFuture<>();
        private int repeats;

        Run(PreparedCall<R> call, Consumer<R> unwanted, long giveUpAt) {
            this.call = call;
            this.unwanted = unwanted;
            this.giveUpAt = giveUpAt;
        }

        void send() {
            if (answer.isDone()) {
                return;
            }
            var sent = client.sendAsync(call.request(), BodyHandlers.ofByteArray());
            // Before the response is looked at: a future runs what was added last first, and this must find it pending.
            answer.whenComplete((given, failure) -> sent.cancel(true));
            sent.whenComplete((response, failure) -> {
                if (failure == null) {
                    received(response);
                } else {
                    lost(failure instanceof CompletionException wrapped ? wrapped.getCause() : failure);
                }
            });
        }

        private void received(HttpResponse<byte[]> response) {
            try {
                if (response.statusCode() == OK) {
                    give(call.reader().read(response.body()));
                } else {
                    refused(response);
                }
            } catch (IOException | RuntimeException unreadable) {
                fail(errors.transport(
                                TransportKind.PROTOCOL,
                                "the answer to %s cannot be read: %s".formatted(call.operation(), unreadable),
                                "Client and server must be of versions that go together.")
                        .toException());
            }
        }

        private void give(R value) {
            if (!answer.complete(value)) {
                unwanted.accept(value);
            }
        }

        private void refused(HttpResponse<byte[]> response) {
            JsonNode body;
            try {
                body = reader.tree(response.body());
            } catch (IOException notOurs) {
                body = null;
            }
            if (body == null || !body.path("code").isTextual()) {
                var failure = errors.ofStatus(response.statusCode()).toException();
                if (failure.isRetryable() && call.repeatable()) {
                    repeatOr(failure);
                } else {
                    fail(failure);
                }
            } else {
                fail(errors.of(body).toException());
            }
        }

        private void lost(Throwable failure) {
            var meaning = errors.transport(kind(failure), describe(failure), wayOut(failure))
                    .toException();
            meaning.addSuppressed(failure);
            if (neverSent(failure) || call.repeatable() && meaning.isRetryable()) {
                repeatOr(meaning);
            } else {
                fail(meaning);
            }
        }

        private void repeatOr(EngineException failure) {
            long pause = Pauses.nanosBefore(repeats++);
            if (System.nanoTime() + pause - giveUpAt > 0) {
                fail(failure);
            } else {
                CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS).execute(this::send);
            }
        }

        private void fail(EngineException failure) {
            answer.completeExceptionally(failure);
        }
    }

    /** The request cannot have reached the server, so that every call may be made again. */
    private static boolean neverSent(Throwable failure) {
        return failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
    }

    private static TransportKind kind(Throwable failure) {
        if (failure instanceof HttpTimeoutException) {
            return TransportKind.TIMEOUT;
        }
        return failure instanceof SSLException ? TransportKind.PROTOCOL : TransportKind.TRANSPORT;
    }

    private static String describe(Throwable failure) {
        String said = failure.getMessage();
        return said == null || said.isBlank() ? failure.getClass().getSimpleName() : said;
    }

    private static String wayOut(Throwable failure) {
        if (neverSent(failure)) {
            return "It was not reached, and nothing was done. Check the address, and that ff server runs there.";
        }
        return failure instanceof SSLException
                ? "The connection could not be secured; check the certificate of the server. If an authority of your own"
                        + " made it, name that authority's in FF_TLS_CA_FILE."
                : "The call may have been carried out.";
    }
}
