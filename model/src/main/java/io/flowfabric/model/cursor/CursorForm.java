package io.flowfabric.model.cursor;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** How a kind of store writes a position in its outbox: the first byte of a cursor, then big-endian numbers. */
public enum CursorForm {
    /** Milliseconds and a sequence within them, as Valkey numbers the entries of a stream. */
    STREAM_ID(0x01, 2),
    /** One number, drawn from one sequence. */
    NUMBER(0x02, 1),
    /** A transaction and an event number. */
    PAIR(0x03, 2);

    private final byte prefix;
    private final int words;

    CursorForm(int prefix, int words) {
        this.prefix = (byte) prefix;
        this.words = words;
    }

    static Optional<CursorForm> ofPrefix(byte prefix) {
        return Arrays.stream(values()).filter(form -> form.prefix == prefix).findFirst();
    }

    /** The length of a cursor of this form in bytes, its first byte included. */
    int length() {
        return 1 + words * Long.BYTES;
    }

    byte[] encode(long... position) {
        ByteBuffer out = ByteBuffer.allocate(length()).put(prefix);
        Arrays.stream(position).forEach(out::putLong);
        return out.array();
    }
}
