package io.flowfabric.sdk.remote;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a server sends on one connection, buffered. Used by one thread at a time. */
final class AnswerInput {
    private static final int BUFFER = 16_384;
    private static final int MOST_LINES = 1000;
    private static final int FIRST_BYTES = 1024;

    private final ReadableByteChannel channel;
    private final byte[] bytes = new byte[BUFFER];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).limit(0);
    private int lines;

    AnswerInput(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** Begins another answer. */
    void begin() {
        lines = 0;
    }

    /** Whether bytes were received that belong to no answer. */
    boolean hasMore() {
        return buffer.hasRemaining();
    }

    /** A line without its end. */
    String line() throws IOException {
        if (++lines > MOST_LINES) {
            throw new ProtocolException("an answer with more than %d lines in its head".formatted(MOST_LINES));
        }
        int searched = 0;
        while (true) {
            for (int i = buffer.position() + searched; i < buffer.limit(); i++) {
                if (bytes[i] == '\n') {
                    return lineUpTo(i);
                }
            }
            searched = buffer.remaining();
            if (searched == BUFFER) {
                throw new ProtocolException("a line with more than %d bytes".formatted(BUFFER));
            }
            fill();
        }
    }

    private String lineUpTo(int newline) {
        int start = buffer.position();
        int end = newline > start && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        buffer.position(newline + 1);
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /** The body that belongs to a head. */
    byte[] body(AnswerHead head) throws IOException {
        int most = AnswerTooLong.limit(head.status());
        if (head.chunked()) {
            return chunks(most);
        }
        if (head.length() > most) {
            throw new AnswerTooLong(most);
        }
        return head.length() >= 0 ? exactly((int) head.length()) : untilEnd(most);
    }

    private byte[] exactly(int length) throws IOException {
        var body = new byte[length];
        read(body, 0, length);
        return body;
    }

    private void read(byte[] into, int from, int count) throws IOException {
        int at = from;
        while (at < from + count) {
            if (!buffer.hasRemaining()) {
                fill();
            }
            int some = Math.min(buffer.remaining(), from + count - at);
            buffer.get(into, at, some);
            at += some;
        }
    }

    private byte[] chunks(int most) throws IOException {
        var body = new byte[FIRST_BYTES];
        int length = 0;
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            if (size > most - length) {
                throw new AnswerTooLong(most);
            }
            body = room(body, length + size, most);
            read(body, length, size);
            length += size;
            if (!line().isEmpty()) {
                throw new ProtocolException("a chunk that is longer than announced");
            }
            begin();
        }
        while (!line().isEmpty()) {
            // What follows the last chunk has no meaning here.
            continue;
        }
        return Arrays.copyOf(body, length);
    }

    private int chunkSize() throws IOException {
        String line = line();
        int end = line.indexOf(';');
        try {
            int size = Integer.parseInt(
                    end < 0 ? line.strip() : line.substring(0, end).strip(), 16);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException malformed) {
            throw new ProtocolException("a chunk without a length: " + line);
        }
        throw new ProtocolException("a chunk without a length: " + line);
    }

    private byte[] untilEnd(int most) throws IOException {
        var body = new byte[FIRST_BYTES];
        int length = 0;
        do {
            int some = buffer.remaining();
            if (some > most - length) {
                throw new AnswerTooLong(most);
            }
            body = room(body, length + some, most);
            buffer.get(body, length, some);
            length += some;
        } while (isFilled());
        return Arrays.copyOf(body, length);
    }

    private static byte[] room(byte[] body, int length, int most) {
        return length <= body.length ? body : Arrays.copyOf(body, (int) Math.min(most, 2L * length));
    }

    private void fill() throws IOException {
        if (!isFilled()) {
            throw new EOFException("the server closed the connection before its answer was whole");
        }
    }

    /** Receives at least one byte more; answers false at the end of the connection. */
    private boolean isFilled() throws IOException {
        buffer.compact();
        try {
            return channel.read(buffer) > 0;
        } finally {
            buffer.flip();
        }
    }
}
