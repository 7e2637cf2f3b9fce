package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;

/** The leading bytes of a JSON array, read from a parser without a node for each. */
final class ByteArray {
    private static final int MOST = 255;
    private static final int FIRST = 256;

    private byte[] read = new byte[FIRST];
    private int length;
    private final boolean whole;

    /** Reads from the beginning of an array to its end, or to the first element that is not a byte. */
    ByteArray(JsonParser in) throws IOException {
        JsonToken next = in.nextToken();
        while (next == JsonToken.VALUE_NUMBER_INT && isByte(in)) {
            if (length == read.length) {
                read = Arrays.copyOf(read, 2 * length);
            }
            read[length++] = (byte) in.getIntValue();
            next = in.nextToken();
        }
        read = Arrays.copyOf(read, length);
        whole = next == JsonToken.END_ARRAY;
    }

    private static boolean isByte(JsonParser in) throws IOException {
        return in.getNumberType() == JsonParser.NumberType.INT && in.getIntValue() >= 0 && in.getIntValue() <= MOST;
    }

    /** Whether all elements of the array were bytes. */
    boolean isWhole() {
        return whole;
    }

    byte[] bytes() {
        return read;
    }

    /** The bytes as numbers. */
    int[] numbers() {
        var numbers = new int[read.length];
        Arrays.setAll(numbers, i -> Byte.toUnsignedInt(read[i]));
        return numbers;
    }
}
