package io.flowfabric.model.internal.id;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/** The rule for names chosen outside: 1 to 256 bytes without white space and control characters. */
public final class Identifier {

    private static final int MAX_BYTES = 256;

    private Identifier() {}

    /** Fails with {@code invalid_input} naming {@code field} if {@code value} breaks the rule. */
    public static void require(String field, String value) {
        if (value.isEmpty()) {
            throw rejected(field, "must not be empty", value);
        }
        int length = Texts.utf8Length(value);
        if (length > MAX_BYTES) {
            throw rejected(field, "has " + length + " bytes, more than " + MAX_BYTES, value);
        }
        // A lone surrogate is stored as a question mark: two different names would become one.
        UnicodeText.flaw(value).ifPresent(flaw -> {
            throw rejected(field, "must not contain " + flaw, value);
        });
        value.codePoints().filter(Texts::isSpaceOrControl).findFirst().ifPresent(codePoint -> {
            throw rejected(field, "must not contain " + String.format("U+%04X", codePoint), value);
        });
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
