package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.rules.limit.Limit;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.rules.limit.TextRules;
import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.op.Payload;
import java.util.Optional;

/**
 * Checks the texts in arguments before they are read, so that the error names members as in the JSON. With escapes,
 * JSON can contain unpaired surrogates.
 */
final class TextCheck {
    private static final Limit ENCODING = Limits.of(Payload.class, "encoding").orElseThrow();

    private TextCheck() {}

    /**
     * Fails with {@code invalid_input} for the first text that cannot be stored.
     *
     * @param form tells which members are bytes, whose text may be any valid Unicode
     */
    static void require(ObjectNode arguments, ArgumentForm form) {
        for (var member : arguments.properties()) {
            check("", member.getKey());
            if (!form.isBytes(member.getKey())) {
                walk(member.getKey(), member.getValue());
            }
            // In the record it is inside the payload, so the engine would use another name for it.
            if (form.isEncoding(member.getKey()) && member.getValue().isTextual()) {
                require(ENCODING.check(member.getKey(), member.getValue().textValue()));
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
        require(TextRules.check(path, text));
    }

    private static void require(Optional<EngineError> refusal) {
        refusal.map(EngineError::toException).ifPresent(refused -> {
            throw refused;
        });
    }
}
