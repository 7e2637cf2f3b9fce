package io.flowfabric.model.handle;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Puts a handle's bytes together. */
final class HandleWriter {

    // Fits a handle with a lane and an instance of ordinary length, so that the buffer never grows.
    private static final int USUAL_SIZE = 256;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_SIZE);

    HandleWriter u8(int value) {
        out.write(value);
        return this;
    }

    HandleWriter u32(int value) {
        return littleEndian(value, Integer.BYTES);
    }

    HandleWriter u64(long value) {
        return littleEndian(value, Long.BYTES);
    }

    HandleWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        u32(utf8.length);
        out.writeBytes(utf8);
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private HandleWriter littleEndian(long value, int length) {
        for (int i = 0; i < length; i++) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }
}
