package io.flowfabric.engine.rules.limit;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Optional;

/**
 * Which texts are accepted: those that every store returns unchanged. PostgreSQL cannot store U+0000, and UTF-8 cannot
 * encode half of a surrogate pair: it would be stored as a question mark, and two keys would become one.
 */
public final class TextRules {
    private TextRules() {}

    /**
     * Refuses a text that cannot be stored as it is.
     *
     * @param field what the text is, for the refusal
     */
    public static Optional<EngineError> check(String field, String text) {
        return UnicodeText.flaw(text)
                .map(flaw -> EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "%s: must not contain %s".formatted(field, flaw),
                        "No text is stored with this character. Remove it, or send the text as a payload of bytes."));
    }
}
