package io.flowfabric.sdk.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.op.NoArguments;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The connections of a remote engine. */
@Timeout(120)
class ConnectionTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private RawServer server;
    private RemoteEngine engine;

    @BeforeEach
    void start() {
        server = new RawServer();
        engine = connect(RemoteSettings.DEFAULT.withAnswerTimeout(HOUR));
    }

    private RemoteEngine connect(RemoteSettings settings) {
        return RemoteEngine.connect(server.address(), settings.withPatience(Duration.ZERO));
    }

    @AfterEach
    void stop() throws Exception {
        engine.close();
        server.close();
    }

    @Test
    void connectionServesOneCallAfterTheOther() throws Exception {
        var first = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.answer("1");
        assertThat(first.join()).isEqualTo(1);

        var second = ask();
        peer.awaitRequest();
        peer.answer("2");

        assertThat(second.join()).isEqualTo(2);
        assertThat(server.hasAnother()).isFalse();
    }

    @Test
    void connectionThatTheServerEndsIsNotUsedAgain() throws Exception {
        var first = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.say("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1");
        assertThat(first.join()).isEqualTo(1);
        assertThat(peer.isLeft()).isTrue();

        var second = ask();
        var another = server.next();
        another.awaitRequest();
        another.answer("2");

        assertThat(second.join()).isEqualTo(2);
    }

    @Test
    void connectionThatEndedWhileItWasIdleIsNotUsedAgain() throws Exception {
        var first = ask();
        var peer = server.next();
        peer.awaitRequest();
        peer.answer("1");
        assertThat(first.join()).isEqualTo(1);
        peer.close();

        var second = ask();
        var another = server.next();
        another.awaitRequest();
        another.answer("2");

        assertThat(second.join()).isEqualTo(2);
    }

    @Test
    void callsAtTheSameTimeHaveConnectionsOfTheirOwn() throws Exception {
        var first = ask();
        var one = server.next();
        var second = ask();
        var other = server.next();

        one.awaitRequest();
        other.awaitRequest();
        other.answer("7");
        one.answer("7");

        assertThat(first.join()).isEqualTo(7);
        assertThat(second.join()).isEqualTo(7);
    }

    @Test
    void interruptedCallIsGivenUpAndItsServerNotices() throws Exception {
        var failure = new AtomicReference<EngineException>();
        var interrupted = new AtomicReference<Boolean>();
        var caller = new Thread(() -> {
            failure.set(catchThrowableOfType(
                    EngineException.class, () -> engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE)));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        var peer = server.next();
        peer.awaitRequest();

        caller.interrupt();

        assertThat(peer.isLeft()).isTrue();
        caller.join();
        assertThat(failure.get().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failure.get()).hasMessageContaining("interrupted");
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void interruptedThreadStillGetsAnAnswer() throws Exception {
        var answer = new CompletableFuture<Long>();
        var caller = new Thread(() -> {
            Thread.currentThread().interrupt();
            answer.complete(engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE));
        });
        caller.start();
        var peer = server.next();
        peer.awaitRequest();
        peer.answer("5");

        assertThat(answer.join()).isEqualTo(5);
    }

    @Test
    void cancelledCallIsGivenUpAndItsServerNotices() throws Exception {
        var answer = engine.callAsync(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
        var peer = server.next();
        peer.awaitRequest();

        assertThat(answer.cancel(true)).isTrue();

        assertThat(peer.isLeft()).isTrue();
    }

    @Test
    void callsUnderWayEndWithTheEngine() throws Exception {
        var call = ask();
        var peer = server.next();
        peer.awaitRequest();

        engine.close();

        assertThat(peer.isLeft()).isTrue();
        assertThatThrownBy(call::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(UnavailableException.class);
    }

    @Test
    void answerThatTricklesMustBeWholeInTime() throws Exception {
        var hasty = connect(RemoteSettings.DEFAULT.withAnswerTimeout(Duration.ofMillis(200)));
        var trickling = CompletableFuture.runAsync(this::trickle, call -> new Thread(call, "trickling").start());

        var late = catchThrowableOfType(
                TransportException.class, () -> hasty.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE));

        assertThat(late.transportKind()).isEqualTo(TransportKind.TIMEOUT);
        hasty.close();
        trickling.join();
    }

    /** Goes on until the client gives up. */
    private void trickle() {
        try (var peer = server.next()) {
            peer.awaitRequest();
            peer.say("HTTP/1.1 200 OK\r\nX-Slow: ");
            while (!peer.isLeftWithin(Duration.ofMillis(10))) {
                peer.say("x");
            }
        } catch (Exception cutOff) {
            return;
        }
    }

    private CompletableFuture<Long> ask() {
        return CompletableFuture.supplyAsync(
                () -> engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE),
                call -> new Thread(call, "caller").start());
    }
}
