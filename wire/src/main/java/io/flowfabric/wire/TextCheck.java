package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.rules.TextRules;
import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;

/**
 * Looks at the texts in arguments before they are read, so that the refusal names members as they are outside. By an
 * escape JSON can spell what is no text.
 */
final class TextCheck {
    private TextCheck() {}

    /**
     * Fails with {@code invalid_input} for the first text that cannot be stored.
     *
     * @param form says which members are bytes, whose text may be anything that has a form in UTF-8
     */
    static void require(ObjectNode arguments, ArgumentForm form) {
        for (var member : arguments.properties()) {
            check("", member.getKey());
            if (!form.isBytes(member.getKey())) {
                walk(member.getKey(), member.getValue());
            }
        }
    }

    private static void walk(String path, JsonNode node) {
        if (node.isTextual()) {
            check(path, node.textValue());
        } else if (node.isObject()) {
            for (var member : node.properties()) {
                check(path, member.getKey());
                walk(path + "." + UnicodeText.shown(member.getKey()), member.getValue());
            }
        } else if (node.isArray()) {
            int place = 0;
            for (JsonNode item : node) {
                walk("%s[%d]".formatted(path, place++), item);
            }
        }
    }

    private static void check(String path, String text) {
        TextRules.check(path, text).map(EngineError::toException).ifPresent(refused -> {
            throw refused;
        });
    }
}
