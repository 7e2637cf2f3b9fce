package io.flowfabric.model.id;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.internal.Texts;

/** The rule for names chosen outside: 1 to 256 bytes without white space and control characters. */
final class Identifier {

    private static final int MAX_BYTES = 256;

    private Identifier() {}

    /** Fails with {@code invalid_input} naming {@code field} if {@code value} breaks the rule. */
    static void require(String field, String value) {
        if (value.isEmpty()) {
            throw rejected(field, "must not be empty", value);
        }
        int length = Texts.utf8Length(value);
        if (length > MAX_BYTES) {
            throw rejected(field, "has " + length + " bytes, more than " + MAX_BYTES, value);
        }
        value.codePoints().filter(Identifier::isForbidden).findFirst().ifPresent(codePoint -> {
            throw rejected(field, "must not contain " + String.format("U+%04X", codePoint), value);
        });
    }

    private static boolean isForbidden(int codePoint) {
        // A lone surrogate is stored as a question mark: two different names would become one.
        return Texts.isSpaceOrControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static EngineException rejected(String field, String problem, String value) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        field + ": " + problem,
                        "\"" + Texts.shown(value) + "\" was given; use 1 to " + MAX_BYTES
                                + " bytes without white space and control characters.")
                .toException();
    }
}
