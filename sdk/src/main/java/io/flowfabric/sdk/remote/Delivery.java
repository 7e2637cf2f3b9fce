package io.flowfabric.sdk.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.wire.AnswerReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Sends calls until they are answered, repeated only where that is safe and until the retry time is over. The calling
 * thread waits for the answer. Safe for use by any thread.
 */
final class Delivery {
    private static final int OK = 200;

    private final Transport transport;
    private final AnswerReader reader;
    private final RemoteErrors errors;
    private final Duration retryTime;

    Delivery(Transport transport, AnswerReader reader, RemoteErrors errors, Duration retryTime) {
        this.transport = transport;
        this.reader = reader;
        this.errors = errors;
        this.retryTime = retryTime;
    }

    /**
     * Makes a call and returns the server's answer.
     *
     * @throws EngineException with the server's refusal, or the reason why there is no answer
     */
    <R> R send(PreparedCall<R> call, InFlightCall inFlight) {
        long giveUpAt = System.nanoTime() + retryTime.toNanos();
        for (int repeats = 0; ; repeats++) {
            EngineException failure;
            try {
                var answer = inFlight.exchange(transport, call.request());
                if (answer.status() == OK) {
                    return read(call, answer.body());
                }
                failure = refusal(call, answer);
            } catch (IOException lost) {
                failure = loss(call, lost);
            } catch (InterruptedException unwanted) {
                throw unwanted(call, inFlight);
            }
            pauseOr(failure, call, inFlight, Pauses.nanosBefore(repeats), giveUpAt);
        }
    }

    private <R> R read(PreparedCall<R> call, byte[] body) {
        try {
            return call.reader().read(body);
        } catch (IOException | RuntimeException unreadable) {
            throw errors.transport(
                            TransportKind.PROTOCOL,
                            "the answer to %s cannot be read: %s".formatted(call.operation(), unreadable),
                            "Use compatible versions of client and server.")
                    .toException();
        }
    }

    /** The reason to repeat the call; throws if it must not be repeated. */
    private EngineException refusal(PreparedCall<?> call, Transport.Reply answer) {
        var body = tree(answer.body()).filter(said -> said.path("code").isTextual());
        if (body.isPresent()) {
            throw errors.of(body.get()).toException();
        }
        var failure = errors.ofStatus(answer.status()).toException();
        if (!failure.isRetryable() || !call.repeatable()) {
            throw failure;
        }
        return failure;
    }

    private Optional<JsonNode> tree(byte[] body) {
        try {
            return Optional.ofNullable(reader.tree(body));
        } catch (IOException notOurs) {
            return Optional.empty();
        }
    }

    /** The reason to repeat the call; throws if it must not be repeated. */
    private EngineException loss(PreparedCall<?> call, IOException lost) {
        if (isTooLong(lost)) {
            throw tooLong(call, lost);
        }
        var failure = errors.transport(kind(lost), describe(lost), wayOut(lost)).toException();
        failure.addSuppressed(lost);
        if (!isNeverSent(lost) && !(call.repeatable() && failure.isRetryable())) {
            throw failure;
        }
        return failure;
    }

    /** Whether the body of an answer was cut off; the client wraps the exception of its body subscriber. */
    private static boolean isTooLong(IOException lost) {
        return lost instanceof AnswerTooLong || lost.getCause() instanceof AnswerTooLong;
    }

    private EngineException tooLong(PreparedCall<?> call, IOException lost) {
        var failure = errors.transport(
                        TransportKind.PROTOCOL,
                        "the answer to %s is too long: %s".formatted(call.operation(), describe(lost)),
                        "No server of this version sends so much; check the address, and any proxy in between. The"
                                + " call may"
                                + " have been carried out.")
                .toException();
        failure.addSuppressed(lost);
        return failure;
    }

    private void pauseOr(
            EngineException failure, PreparedCall<?> call, InFlightCall inFlight, long pause, long giveUpAt) {
        if (System.nanoTime() + pause - giveUpAt > 0) {
            throw failure;
        }
        try {
            inFlight.pause(pause);
        } catch (InterruptedException interrupted) {
            throw unwanted(call, inFlight);
        }
    }

    /** The caller has stopped waiting for the answer. */
    private EngineException unwanted(PreparedCall<?> call, InFlightCall inFlight) {
        if (inFlight.isGivenUp()) {
            return errors.closed(call.operation());
        }
        Thread.currentThread().interrupt();
        return EngineError.of(
                        ErrorCode.TIMEOUT,
                        "interrupted",
                        "The wait for the answer to %s was given up; the call may have been carried out."
                                .formatted(call.operation()))
                .toException();
    }

    /** The request cannot have reached the server, so every call may be repeated. */
    private static boolean isNeverSent(IOException failure) {
        return failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
    }

    private static TransportKind kind(IOException failure) {
        if (failure instanceof HttpTimeoutException) {
            return TransportKind.TIMEOUT;
        }
        return failure instanceof SSLException ? TransportKind.PROTOCOL : TransportKind.TRANSPORT;
    }

    private static String describe(IOException failure) {
        String said = failure.getMessage();
        return said == null || said.isBlank() ? failure.getClass().getSimpleName() : said;
    }

    private static String wayOut(IOException failure) {
        if (isNeverSent(failure)) {
            return "The server was not reached, and nothing was done. Check the address, and that ff server runs there.";
        }
        return failure instanceof SSLException
                ? "The connection could not be secured; check the certificate of the server. If a private authority"
                        + " issued it, set FF_TLS_CA_FILE to a file with the certificate of that authority."
                : "The call may have been carried out.";
    }
}
