package io.flowfabric.model.internal.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads UUIDs. {@link UUID#fromString} will not do: it accepts groups of any length, so one value would have many
 * spellings, and it reports bad input by an exception only.
 */
public final class UuidText {

    private static final int HYPHENATED = 36;
    private static final int SIMPLE = 32;
    private static final String URN = "urn:uuid:";

    private static final byte[] LOWER_CASE = digits("0123456789abcdef");
    private static final byte[] ANY_CASE = digits("0123456789abcdefABCDEF");

    private UuidText() {}

    /** The UUID whose canonical spelling is all of {@code text} from {@code begin} on. */
    public static Optional<UUID> canonical(String text, int begin) {
        return text.length() - begin == HYPHENATED ? hyphenated(text, begin, LOWER_CASE) : Optional.empty();
    }

    /** The UUID spelled hyphenated, as 32 digits, in braces or as a URN, in any case. */
    static Optional<UUID> anySpelling(String text) {
        int length = text.length();
        if (length == HYPHENATED) {
            return hyphenated(text, 0, ANY_CASE);
        }
        if (length == SIMPLE) {
            return uuid(text, 0, 0, ANY_CASE);
        }
        if (length == HYPHENATED + 2 && text.charAt(0) == '{' && text.charAt(length - 1) == '}') {
            return hyphenated(text, 1, ANY_CASE);
        }
        if (length == HYPHENATED + URN.length() && text.regionMatches(true, 0, URN, 0, URN.length())) {
            return hyphenated(text, URN.length(), ANY_CASE);
        }
        return Optional.empty();
    }

    /** {@link #anySpelling} for a field of that name; fails with {@code invalid_input}. */
    public static UUID require(String field, String text) {
        return anySpelling(text)
                .orElseThrow(() -> EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                field + ": InvalidUuid(" + Texts.shown(text) + ")",
                                "Expected a UUID such as 550e8400-e29b-41d4-a716-446655440000.")
                        .toException());
    }

    private static Optional<UUID> hyphenated(String text, int begin, byte[] digits) {
        for (int offset = 8; offset <= 23; offset += 5) {
            if (text.charAt(begin + offset) != '-') {
                return Optional.empty();
            }
        }
        return uuid(text, begin, 1, digits);
    }

    private static Optional<UUID> uuid(String text, int begin, int gap, byte[] digits) {
        long timeLow = hex(text, begin, 8, digits);
        long timeMid = hex(text, begin + 8 + gap, 4, digits);
        long timeHigh = hex(text, begin + 12 + 2 * gap, 4, digits);
        long clock = hex(text, begin + 16 + 3 * gap, 4, digits);
        long node = hex(text, begin + 20 + 4 * gap, 12, digits);
        // A group has at most 48 bits, so only one that is not hexadecimal has the sign bit.
        if ((timeLow | timeMid | timeHigh | clock | node) < 0) {
            return Optional.empty();
        }
        return Optional.of(new UUID(timeLow << 32 | timeMid << 16 | timeHigh, clock << 48 | node));
    }

    private static long hex(String text, int begin, int length, byte[] digits) {
        long value = 0;
        for (int i = begin; i < begin + length; i++) {
            char c = text.charAt(i);
            if (c >= digits.length || digits[c] < 0) {
                return -1;
            }
            value = value << 4 | digits[c];
        }
        return value;
    }

    private static byte[] digits(String allowed) {
        byte[] digits = new byte[128];
        Arrays.fill(digits, (byte) -1);
        for (char c : allowed.toCharArray()) {
            digits[c] = (byte) Character.digit(c, 16);
        }
        return digits;
    }
}
