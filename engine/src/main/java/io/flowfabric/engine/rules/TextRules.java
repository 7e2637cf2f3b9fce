package io.flowfabric.engine.rules;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.util.Optional;

/**
 * Which texts are taken: those that every store gives back as they were. U+0000 has no place in PostgreSQL, and half of a
 * surrogate pair has no form in UTF-8: it would be stored as a question mark, and two keys would become one.
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
                .map(
                        flaw -> EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "%s: must not contain %s".formatted(field, flaw),
                                "No text is stored with this character. Leave it out, or send the text as a payload of bytes."));
    }
}
