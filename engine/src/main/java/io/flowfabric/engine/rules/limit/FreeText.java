package io.flowfabric.engine.rules.limit;

import java.nio.charset.StandardCharsets;

/** Bounds on the free text of callers. */
public final class FreeText {
    private FreeText() {}

    /** The text, cut at a character boundary to at most 4096 bytes of UTF-8. */
    public static String reason(String text) {
        if (text.length() * 3L <= Limits.REASON_BYTES) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= Limits.REASON_BYTES) {
            return text;
        }
        int end = Limits.REASON_BYTES;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
