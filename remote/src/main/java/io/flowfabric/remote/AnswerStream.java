package io.flowfabric.remote;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Locale;

/** Reads the answers on one connection, as RFC 9112 has them. Used by one thread at a time. */
final class AnswerStream {
    private static final int LONGEST_HEAD = 65_536;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_FINAL = 200;
    private static final int HEXADECIMAL = 16;

    private final InputStream in;
    private final byte[] buffer = new byte[8192];
    private int next;
    private int end;

    AnswerStream(InputStream in) {
        this.in = in;
    }

    /**
     * The next answer; those that only say that another one follows are passed over.
     *
     * @throws IOException if the connection ends before it is whole, or it is no HTTP
     */
    HttpAnswer read() throws IOException {
        Head head;
        do {
            head = head();
        } while (head.status < FIRST_FINAL);
        byte[] body = body(head);
        return new HttpAnswer(head.status, body, head.lastOne);
    }

    /**
     * Whether nothing comes, as it should be between two requests.
     *
     * @throws IOException if the connection is broken
     */
    boolean isQuiet() throws IOException {
        try {
            return next == end && in.read(buffer) == 0;
        } catch (SocketTimeoutException quiet) {
            return true;
        }
    }

    /** What the head of an answer says of its body and its connection. */
    private static final class Head {
        private int status;
        private boolean lastOne;
        private boolean chunked;
        private int length = -1;
    }

    private Head head() throws IOException {
        var line = new Line(LONGEST_HEAD);
        var head = new Head();
        begin(line.read(), head);
        for (String field = line.read(); !field.isEmpty(); field = line.read()) {
            int colon = field.indexOf(':');
            if (colon > 0) {
                take(head, field.substring(0, colon), field.substring(colon + 1).strip());
            }
        }
        return head;
    }

    private static void begin(String line, Head head) throws IOException {
        boolean http = line.startsWith("HTTP/1.") && line.length() >= 12 && line.charAt(8) == ' ';
        head.status = http ? number(line.substring(9, 12), 10, "status") : 0;
        if (head.status < 100) {
            throw new IOException("the answer is no HTTP: \"%s\"".formatted(line));
        }
        head.lastOne = line.charAt(7) == '0';
    }

    private static void take(Head head, String name, String value) throws IOException {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "content-length" -> head.length = number(value, 10, "Content-Length");
            case "transfer-encoding" ->
                head.chunked = value.toLowerCase(Locale.ROOT).endsWith("chunked");
            case "connection" -> head.lastOne |= value.equalsIgnoreCase("close");
            default -> {}
        }
    }

    private byte[] body(Head head) throws IOException {
        if (head.status == NO_CONTENT || head.status == NOT_MODIFIED) {
            return new byte[0];
        }
        if (head.chunked) {
            return chunks();
        }
        if (head.length >= 0) {
            return bytes(head.length);
        }
        head.lastOne = true;
        return rest();
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            String size = new Line(LONGEST_HEAD).read().split(";", 2)[0].strip();
            int length = number(size, HEXADECIMAL, "size of a chunk");
            if (length == 0) {
                break;
            }
            body.write(bytes(length));
            new Line(LONGEST_HEAD).read();
        }
        var trailers = new Line(LONGEST_HEAD);
        while (!trailers.read().isEmpty()) {
            // Nothing that a call would want to know.
            continue;
        }
        return body.toByteArray();
    }

    private byte[] rest() throws IOException {
        var body = new ByteArrayOutputStream();
        body.write(buffer, next, end - next);
        next = end;
        in.transferTo(body);
        return body.toByteArray();
    }

    private byte[] bytes(int length) throws IOException {
        var bytes = new byte[length];
        int have = Math.min(length, end - next);
        System.arraycopy(buffer, next, bytes, 0, have);
        next += have;
        while (have < length) {
            int read = in.read(bytes, have, length - have);
            if (read < 0) {
                throw new EOFException("the answer ended after %d of %d bytes".formatted(have, length));
            }
            have += read;
        }
        return bytes;
    }

    private int nextByte() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                throw new EOFException("the connection ended before an answer");
            }
        }
        return buffer[next++];
    }

    private static int number(String text, int radix, String what) throws IOException {
        try {
            int number = Integer.parseInt(text, radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Told below, as what is less than zero.
        }
        throw new IOException("the answer's %s is \"%s\"".formatted(what, text));
    }

    /** The lines of a head, which are bounded together. */
    private final class Line {
        private final StringBuilder text = new StringBuilder();
        private int left;

        Line(int most) {
            left = most;
        }

        String read() throws IOException {
            text.setLength(0);
            for (int one = nextByte(); one != '\n'; one = nextByte()) {
                if (--left < 0) {
                    throw new IOException("the head of the answer is longer than %d bytes".formatted(LONGEST_HEAD));
                }
                text.append((char) (one & 0xFF));
            }
            int length = text.length();
            if (length > 0 && text.charAt(length - 1) == '\r') {
                text.setLength(length - 1);
            }
            return text.toString();
        }
    }
}
