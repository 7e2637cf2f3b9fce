package io.flowfabric.model.handle;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Takes a handle's bytes apart. Every method fails with {@code corruption} if the bytes do not allow it. */
final class HandleReader {

    private final byte[] bytes;
    private final ByteBuffer in;

    HandleReader(byte[] bytes) {
        this.bytes = bytes;
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    int u8() {
        require(1);
        return Byte.toUnsignedInt(in.get());
    }

    /** An unsigned number, refused if Java's type of that width cannot hold it: no engine issued such a one. */
    int u32(String field) {
        require(Integer.BYTES);
        int value = in.getInt();
        if (value < 0) {
            throw badField(field, Integer.toUnsignedString(value) + " is above " + Integer.MAX_VALUE);
        }
        return value;
    }

    /** As {@link #u32}, with twice the width. */
    long u64(String field) {
        require(Long.BYTES);
        long value = in.getLong();
        if (value < 0) {
            throw badField(field, Long.toUnsignedString(value) + " is above " + Long.MAX_VALUE);
        }
        return value;
    }

    String text(String field) {
        require(Integer.BYTES);
        long length = Integer.toUnsignedLong(in.getInt());
        require(length);
        int begin = in.position();
        in.position(begin + (int) length);
        return isAscii(begin, in.position())
                ? new String(bytes, begin, (int) length, StandardCharsets.US_ASCII)
                : decoded(field, in.slice(begin, (int) length));
    }

    /** Ids and most names are, and need no decoder. */
    private boolean isAscii(int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static String decoded(String field, ByteBuffer encoded) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
        } catch (CharacterCodingException malformed) {
            throw corrupt("InvalidUtf8{field=" + field + "}");
        }
    }

    <T> T parsed(String field, Function<String, T> parse) {
        String text = text(field);
        try {
            return parse.apply(text);
        } catch (ValidationException refused) {
            throw badField(field, refused.detail());
        }
    }

    void requireEnd() {
        if (in.hasRemaining()) {
            throw corrupt("TrailingBytes{pos=" + in.position() + ", len=" + in.limit() + "}");
        }
    }

    static EngineException corrupt(String problem) {
        return EngineError.of(
                        ErrorCode.CORRUPTION,
                        "handle_codec: " + problem,
                        "Pass the handle back exactly as the engine gave it.")
                .toException();
    }

    private void require(long needed) {
        if (needed > in.remaining()) {
            throw corrupt("Truncated{needed=" + needed + ", at=" + in.position() + ", have=" + in.limit() + "}");
        }
    }

    private static EngineException badField(String field, String detail) {
        return corrupt("ParseField{field=" + field + ", detail=" + detail + "}");
    }
}
