package io.flowfabric.store.jdbc.outbox;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a page in the making. */
final class PageBytes {
    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    void number(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
    }

    void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    void text(String value) {
        array(value.getBytes(StandardCharsets.UTF_8));
    }

    void array(byte[] value) {
        number(value.length);
        append(value, value.length);
    }

    void append(PageBytes other) {
        append(other.bytes, other.size);
    }

    void put(byte value) {
        reserve(1);
        bytes[size++] = value;
    }

    private void append(byte[] from, int length) {
        reserve(length);
        System.arraycopy(from, 0, bytes, size, length);
        size += length;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
