package io.flowfabric.sdk.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How answers over HTTP/1.1 are read, in pieces of any size. */
class AnswerInputTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private record Read(AnswerHead head, String body, boolean more) {}

    @Test
    void bodyEndsAfterItsLength() throws IOException {
        for (int piece : List.of(1, 2, 7, 1000)) {
            var read = read(OK + "X-Other: 1\r\ncontent-length:  3\r\n\r\nabcHTTP", piece);

            assertThat(read.body()).isEqualTo("abc");
            assertThat(read.head().lasting()).isTrue();
        }
        assertThat(read(OK + "Content-Length: 3\r\n\r\nabcHTTP", 1000).more()).isTrue();
    }

    @Test
    void chunksArePutTogether() throws IOException {
        for (int piece : List.of(1, 3, 1000)) {
            var read = read(
                    OK + "Transfer-Encoding: Chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n",
                    piece);

            assertThat(read.body()).isEqualTo("abc0123456789");
            assertThat(read.head().lasting()).isTrue();
            assertThat(read.more()).isFalse();
        }
    }

    @Test
    void bodyWithoutLengthEndsWithTheConnection() throws IOException {
        var read = read("HTTP/1.0 503 Unavailable\r\n\r\nabc", 2);

        assertThat(read.head().status()).isEqualTo(503);
        assertThat(read.body()).isEqualTo("abc");
        assertThat(read.head().lasting()).isFalse();
    }

    @Test
    void interimAnswerIsSkipped() throws IOException {
        assertThat(read("HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 1\r\n\r\n7", 5)
                        .body())
                .isEqualTo("7");
    }

    @Test
    void answerWithoutBodyHasNone() throws IOException {
        var read = read("HTTP/1.1 204 No Content\r\n\r\n", 9);

        assertThat(read.body()).isEmpty();
        assertThat(read.head().lasting()).isTrue();
    }

    @Test
    void connectionIsNotUsedAgainWhenTheServerSaysSoOrLengthsDisagree() throws IOException {
        assertThat(List.of(
                        "Connection: Close\r\nContent-Length: 0\r\n\r\n",
                        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
                .allSatisfy(
                        rest -> assertThat(read(OK + rest, 50).head().lasting()).isFalse());
    }

    @Test
    void whatIsNotAnAnswerIsRefused() {
        assertThat(List.of(
                        "SSH-2.0-x\r\n\r\n",
                        "HTTP/2 200\r\n\r\n",
                        "HTTP/1.1 2x0 OK\r\n\r\n",
                        "HTTP/1.1 101 Switching\r\n\r\n",
                        OK + "no colon\r\n\r\n",
                        OK + "Content-Length: -1\r\n\r\n",
                        OK + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                        OK + "Content-Length: many\r\n\r\n",
                        OK + "Transfer-Encoding: gzip\r\n\r\n",
                        OK + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
                        OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
                        OK + "X: " + "x".repeat(20_000),
                        OK + "X: y\r\n".repeat(2_000)))
                .allSatisfy(text -> assertThatThrownBy(() -> read(text, 4096)).isInstanceOf(ProtocolException.class));
    }

    @Test
    void answerThatBreaksOffIsRefused() {
        assertThat(List.of(
                        "",
                        "HTTP/1.1 200 OK\r\n",
                        OK + "Content-Length: 5\r\n\r\nabc",
                        OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nabc"))
                .allSatisfy(text -> assertThatThrownBy(() -> read(text, 10)).isInstanceOf(EOFException.class));
    }

    private static Read read(String text, int piece) throws IOException {
        var in = new AnswerInput(new Pieces(text, piece));
        in.begin();
        var head = AnswerHead.read(in);
        return new Read(head, new String(in.body(head), StandardCharsets.ISO_8859_1), in.hasMore());
    }

    /** Hands out a text in pieces. */
    private static final class Pieces implements ReadableByteChannel {
        private final ByteBuffer bytes;
        private final int piece;

        Pieces(String text, int piece) {
            this.bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
            this.piece = piece;
        }

        @Override
        public int read(ByteBuffer into) {
            int count = Math.min(Math.min(piece, into.remaining()), bytes.remaining());
            if (count == 0) {
                return -1;
            }
            into.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
