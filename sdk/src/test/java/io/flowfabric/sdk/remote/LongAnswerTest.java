package io.flowfabric.sdk.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.op.NoArguments;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client stops reading an answer that is longer than any valid one. */
@Timeout(120)
class LongAnswerTest {
    private static final int PIECE = 65_536;
    private static final String CHUNK = "%x\r\n%s\r\n".formatted(PIECE, " ".repeat(PIECE));

    /** The bytes that a client without a limit would be sent. */
    private static final long FAR_TOO_MUCH = 4L * AnswerTooLong.MOST_BYTES;

    /** The bytes that may be in flight when the client gives up. */
    private static final long ON_THE_WAY = 16 << 20;

    private RawServer server;
    private RemoteEngine engine;

    @BeforeEach
    void start() {
        server = new RawServer();
        engine = RemoteEngine.connect(server.address(), RemoteSettings.DEFAULT.withPatience(Duration.ofSeconds(2)));
    }

    @AfterEach
    void stop() throws Exception {
        engine.close();
        server.close();
    }

    @Test
    void anAnswerThatIsAnnouncedTooLongIsNotRead() throws Exception {
        var asked = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.say("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");

        assertRefused(asked);
        assertThat(peer.isLeft()).isTrue();
        assertThat(server.hasAnother()).as("a second try").isFalse();
    }

    @Test
    void anAnswerWithoutEndIsReadUpToTheLimit() throws Exception {
        assertCutOff("HTTP/1.1 200 OK", AnswerTooLong.MOST_BYTES);
    }

    @Test
    void aRefusalWithoutEndIsReadUpToALowerLimit() throws Exception {
        assertCutOff("HTTP/1.1 503 Unavailable", AnswerTooLong.MOST_BYTES_OF_REFUSAL);
    }

    @Test
    void theLongestAnswerIsRead() throws Exception {
        var asked = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.answer("1" + " ".repeat(AnswerTooLong.MOST_BYTES - 1));

        assertThat(asked.join()).isEqualTo(1);
    }

    private void assertCutOff(String status, int most) throws Exception {
        var asked = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.say(status + "\r\nTransfer-Encoding: chunked\r\n\r\n");
        long sent = 0;
        try {
            while (sent < FAR_TOO_MUCH) {
                peer.say(CHUNK);
                sent += PIECE;
            }
            peer.say("0\r\n\r\n");
        } catch (IOException left) {
            assertThat(sent).isGreaterThanOrEqualTo(most - PIECE);
        }
        assertThat(sent).as("bytes that the client took").isLessThan(most + ON_THE_WAY);
        assertRefused(asked);
    }

    private static void assertRefused(CompletableFuture<Long> asked) {
        var failure = catchThrowableOfType(CompletionException.class, asked::join);
        assertThat(failure.getCause()).isInstanceOfSatisfying(TransportException.class, refused -> {
            assertThat(refused.transportKind()).isEqualTo(TransportKind.PROTOCOL);
            assertThat(refused).hasMessageContaining("server_time_ms is too long");
        });
    }

    private CompletableFuture<Long> ask() {
        return CompletableFuture.supplyAsync(() -> engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE));
    }
}
