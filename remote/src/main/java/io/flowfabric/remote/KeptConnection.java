package io.flowfabric.remote;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries one request after the other. It is that of a channel, whose reads and writes end when their
 * thread is interrupted. Used by one thread at a time; closed by any.
 */
final class KeptConnection {
    /** What fits between two machines in any case, so that sending it does not wait for the other side. */
    private static final int SENT_AT_ONCE = 16_384;

    private final Dialling dialling;
    private final SocketChannel channel;
    private @Nullable Line line;
    private long quietSince;

    /** One that is connected when it is first used. */
    KeptConnection(Dialling dialling) throws IOException {
        this.dialling = dialling;
        this.channel = SocketChannel.open();
    }

    /**
     * Sends a request and reads its answer. A connection that failed, or that the server ends, is closed.
     *
     * @throws NotReached if there is nobody to send it to
     * @throws SocketTimeoutException if it took too long
     */
    HttpAnswer exchange(HttpPost request) throws IOException {
        boolean serves = false;
        try {
            if (line == null) {
                line = new Line(dialling.connect(channel));
            }
            var answer = line.exchange(request);
            quietSince = System.nanoTime();
            serves = !answer.lastOne();
            return answer;
        } finally {
            if (!serves) {
                close();
            }
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** For how long it has carried nothing. */
    Duration quiet() {
        return Duration.ofNanos(System.nanoTime() - quietSince);
    }

    /** Looks whether the server has ended it, which between two requests nobody is told. */
    boolean isEnded() {
        return line == null || line.isEnded();
    }

    /** Ends it at once, whatever it carries. */
    void close() {
        try {
            channel.close();
        } catch (IOException broken) {
            // It is of no use in any case.
            return;
        }
    }

    /** What a connection is once there is somebody at its other end. */
    private final class Line {
        private final Socket socket;
        private final AnswerStream answers;
        private long deadline;

        Line(Socket socket) throws IOException {
            this.socket = socket;
            this.answers = new AnswerStream(new InTime(socket.getInputStream()));
        }

        HttpAnswer exchange(HttpPost request) throws IOException {
            deadline = System.nanoTime() + request.answerTimeout().toNanos();
            var refused = send(request.bytes());
            try {
                return answers.read();
            } catch (IOException lost) {
                throw refused == null ? lost : refused;
            }
        }

        /** Answers what went wrong, since a server that takes no more may have said why. */
        private @Nullable IOException send(byte[] bytes) {
            var guard = new CompletableFuture<Boolean>();
            if (bytes.length > SENT_AT_ONCE) {
                // Nothing else ends a write to somebody who does not read.
                guard.completeOnTimeout(true, left(), TimeUnit.NANOSECONDS).thenRun(KeptConnection.this::close);
            }
            try {
                socket.getOutputStream().write(bytes);
                return null;
            } catch (IOException failed) {
                return guard.isDone() ? new SocketTimeoutException("nobody took the request") : failed;
            } finally {
                guard.cancel(false);
            }
        }

        private long left() {
            return Math.max(1, deadline - System.nanoTime());
        }

        boolean isEnded() {
            try {
                deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
                return !answers.isQuiet();
            } catch (IOException ended) {
                return true;
            }
        }

        /** However steadily an answer trickles, it must come in time. */
        private final class InTime extends InputStream {
            private final InputStream in;

            InTime(InputStream in) {
                this.in = in;
            }

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (deadline - System.nanoTime() <= 0) {
                    throw new SocketTimeoutException("there was no whole answer in time");
                }
                socket.setSoTimeout(
                        Math.toIntExact(Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(left()) + 1)));
                return in.read(bytes, offset, length);
            }
        }
    }
}
