package io.flowfabric.model.internal;

import java.nio.charset.StandardCharsets;

/** Questions about text that several value types ask in the same way. Stateless. */
public final class Texts {

    private static final int SHOWN_CHARS = 128;

    private Texts() {}

    /** The length of {@code text} in UTF-8 bytes. */
    public static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether {@code codePoint} is Unicode white space or a control character. */
    public static boolean isSpaceOrControl(int codePoint) {
        // White space that is no space character (tab to carriage return, NEL) is in the control class.
        return Character.isSpaceChar(codePoint) || Character.isISOControl(codePoint);
    }

    /**
     * Foreign text as it may stand in an error: control characters are escaped, so that it cannot forge a
     * log line, and text beyond 128 characters is cut and marked with an ellipsis.
     */
    public static String shown(String text) {
        int end = Math.min(text.length(), SHOWN_CHARS);
        StringBuilder shown = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.isSurrogate(c) && !isPaired(text, i, end)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isPaired(String text, int at, int end) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < end && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
