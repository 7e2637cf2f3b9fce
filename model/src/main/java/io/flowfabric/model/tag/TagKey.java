package io.flowfabric.model.tag;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;

/**
 * The grammar of tag keys: a namespace that starts with a lower-case letter, a dot, and a name that does not start with
 * a dot; otherwise lower-case letters, digits and underscores, in the name also dots. Stateless.
 */
public final class TagKey {

    private TagKey() {}

    /** Whether {@code key} obeys the grammar. */
    public static boolean isValid(String key) {
        int dot = key.indexOf('.');
        if (dot < 1 || dot + 1 == key.length() || !isLetter(key.charAt(0)) || key.charAt(dot + 1) == '.') {
            return false;
        }
        return key.chars().allMatch(c -> c == '.' || c == '_' || isLetter(c) || isDigit(c));
    }

    /**
     * Answers {@code key} if it is valid; for setting or getting a single tag.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} with the key in the detail
     */
    public static String requireValid(String key) {
        if (!isValid(key)) {
            throw rejected(ErrorCode.INVALID_INPUT, "tag_key: " + Texts.shown(key));
        }
        return key;
    }

    /**
     * Answers {@code key} if it is valid; for tags given together, at creation or in a batch.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_tag_key} with the key as the detail
     */
    public static String requireValidInBatch(String key) {
        if (!isValid(key)) {
            throw rejected(ErrorCode.INVALID_TAG_KEY, Texts.shown(key));
        }
        return key;
    }

    private static EngineException rejected(ErrorCode code, String detail) {
        return EngineError.of(
                        code,
                        detail,
                        "A tag key reads namespace.name in lower-case letters, digits and underscores,"
                                + " such as acme.session_id.")
                .toException();
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
