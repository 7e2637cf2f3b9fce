package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Takes a range of bytes apart, from its start to its end and never past it. Fails with {@code corruption}. */
final class PageParser {
    private static final int MOST_GROUPS = 10;

    private final byte[] bytes;
    private final int end;
    private int next;

    PageParser(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private PageParser(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.next = start;
        this.end = end;
    }

    boolean isAtEnd() {
        return next == end;
    }

    long number() {
        long value = 0;
        for (int group = 0; group < MOST_GROUPS; group++) {
            byte part = next();
            value |= (part & 0x7FL) << 7 * group;
            if (part >= 0) {
                return value;
            }
        }
        throw damage("a number of more than %d bytes".formatted(MOST_GROUPS));
    }

    long signed() {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    /** A number that counts something. */
    int count(int most) {
        long value = number();
        if (value < 0 || value > most) {
            throw damage("%d where at most %d is possible".formatted(value, most));
        }
        return (int) value;
    }

    byte[] array() {
        int length = length();
        next += length;
        return Arrays.copyOfRange(bytes, next - length, next);
    }

    String text() {
        int length = length();
        next += length;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, next - length, length))
                    .toString();
        } catch (CharacterCodingException damaged) {
            throw damage("a text that is no UTF-8");
        }
    }

    /** A length that is left behind it. */
    private int length() {
        long length = number();
        if (length < 0 || length > end - next) {
            throw damage("%d bytes where %d are left".formatted(length, end - next));
        }
        return (int) length;
    }

    /** The next part, which begins with its length. */
    PageParser part() {
        int length = length();
        next += length;
        return new PageParser(bytes, next - length, next);
    }

    byte next() {
        if (next == end) {
            throw damage("too few bytes");
        }
        return bytes[next++];
    }

    static EngineException damage(String what) {
        return EngineError.of(ErrorCode.CORRUPTION, what, "The page was damaged, or written by a newer program.")
                .toException();
    }
}
