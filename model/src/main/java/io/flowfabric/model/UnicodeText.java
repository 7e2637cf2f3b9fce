package io.flowfabric.model;

import io.flowfabric.model.internal.Texts;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tells text that every store and every client gives back as it was from text that would change on the way. Stateless. */
public final class UnicodeText {
    private static final char REPLACEMENT = '\uFFFD';

    private UnicodeText() {}

    /** What keeps a text from being stored as it is, and where: U+0000, or what {@link #halfPair} finds. */
    public static Optional<String> flaw(String text) {
        int zero = text.indexOf('\0');
        return zero >= 0 ? Optional.of("U+0000 at position " + zero) : halfPair(text);
    }

    /**
     * Half of a surrogate pair in a text, and where it stands. UTF-8 has no form for it: encoders write a question mark
     * instead, and two different texts become one.
     */
    public static Optional<String> halfPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return Optional.of("U+%04X, half of a surrogate pair, at position %d".formatted((int) c, i));
                }
                i++;
            }
        }
        return Optional.empty();
    }

    /**
     * The text of UTF-8 bytes; empty if they are none. A form that is too long, a number beyond Unicode and half of a
     * surrogate pair are none.
     */
    public static Optional<String> decode(byte[] bytes) {
        // The lenient decoder is several times as fast, and puts this character in place of what is none.
        String lenient = new String(bytes, StandardCharsets.UTF_8);
        if (lenient.indexOf(REPLACEMENT) < 0) {
            return Optional.of(lenient);
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    /** The length of a text in UTF-8 bytes. */
    public static int utf8Length(String text) {
        return Texts.utf8Length(text);
    }

    /** Foreign text as it may stand in an error: control characters are escaped, and a long one is cut. */
    public static String shown(String text) {
        return Texts.shown(text);
    }
}
