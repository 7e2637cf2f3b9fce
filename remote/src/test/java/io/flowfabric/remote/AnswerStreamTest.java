package io.flowfabric.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read of an answer, however it is cut into pieces. */
class AnswerStreamTest {

    @Test
    void bodyIsAsLongAsAnnouncedAndTheNextAnswerFollows() throws IOException {
        var answers = stream("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 404 Not Found\r\n"
                + "content-length:0\r\nConnection: Close\r\n\r\n");

        assertThat(told(answers)).isEqualTo("200 abc false");
        assertThat(told(answers)).isEqualTo("404  true");
    }

    @Test
    void chunksArePutTogether() throws IOException {
        var answers = stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n"
                + "0\r\nTrailer: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");

        assertThat(told(answers)).isEqualTo("200 abc0123456789 false");
        assertThat(told(answers)).isEqualTo("204  false");
    }

    @Test
    void bodyWithoutALengthGoesOnToTheEnd() throws IOException {
        assertThat(told(stream("HTTP/1.1 200 OK\r\n\r\nall of it"))).isEqualTo("200 all of it true");
    }

    @Test
    void answerOfAnOlderServerIsTheLastOne() throws IOException {
        assertThat(told(stream("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx")))
                .isEqualTo("200 x true");
    }

    @Test
    void announcementsArePassedOver() throws IOException {
        var answers = stream("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");

        assertThat(told(answers)).isEqualTo("200 x false");
    }

    @Test
    void answerThatBreaksOffIsNone() {
        for (String part : List.of(
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")) {
            assertThatThrownBy(() -> stream(part).read()).as(part).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void whatIsNoAnswerIsRefused() {
        for (String said : List.of(
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/2 200\r\n",
                "HTTP/1.1 abc OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000) + "\r\n")) {
            assertThatThrownBy(() -> stream(said).read())
                    .as(said)
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(EOFException.class)
                    .hasMessageContaining("answer");
        }
    }

    private static String told(AnswerStream answers) throws IOException {
        var answer = answers.read();
        return "%d %s %s"
                .formatted(answer.status(), new String(answer.body(), StandardCharsets.UTF_8), answer.lastOne());
    }

    /** As a network may bring it: a few bytes at a time. */
    private static AnswerStream stream(String text) {
        InputStream whole = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return new AnswerStream(new InputStream() {
            @Override
            public int read() throws IOException {
                return whole.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return whole.read(bytes, offset, Math.min(length, 7));
            }
        });
    }
}
