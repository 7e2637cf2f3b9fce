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
    PAIR(0x03, 2),
    /** A position that a server has hidden from its clients; no store writes it. */
    SEALED(0x7F, 0) {
        @Override
        boolean fits(int length) {
            return length > 1 && length <= LONGEST_SEALED;
        }
    };

    private static final int LONGEST_SEALED = 64;

    private final byte prefix;
    private final int words;

    CursorForm(int prefix, int words) {
        this.prefix = (byte) prefix;
        this.words = words;
    }

    static Optional<CursorForm> ofPrefix(byte prefix) {
        return Arrays.stream(values()).filter(form -> form.prefix == prefix).findFirst();
    }

    /** Whether a cursor of this form can be that many bytes long, its first byte included. */
    boolean fits(int length) {
        return length == 1 + words * Long.BYTES;
    }

    byte[] encode(long... position) {
        ByteBuffer out = ByteBuffer.allocate(1 + words * Long.BYTES).put(prefix);
        Arrays.stream(position).forEach(out::putLong);
        return out.array();
    }

    byte[] prefixed(byte[] rest) {
        return ByteBuffer.allocate(1 + rest.length).put(prefix).put(rest).array();
    }
}
