package io.flowfabric.model.internal.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.UnicodeText;

/** Reads JSON text of bounded size and depth, whole and without ambiguity. */
public final class BoundedJson {

    /** As much as a creating call may carry at all. */
    public static final int MAX_CHARS = 1 << 20;

    /** A policy nests three levels; the rest is room for members of later versions. */
    static final int MAX_DEPTH = 32;

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxDocumentLength(MAX_CHARS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private BoundedJson() {}

    /** Fails for text that is no single JSON value, names a member twice, or exceeds a bound. */
    public static JsonNode read(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    /** Fails for a tree with a name or a value that cannot be stored; by an escape JSON can spell what is no text. */
    public static void requireStorable(JsonNode tree) throws JsonProcessingException {
        requireStorable("", tree);
    }

    private static void requireStorable(String place, JsonNode node) throws JsonProcessingException {
        if (node.isTextual()) {
            requireStorable(place, node.textValue());
        }
        for (var member : node.properties()) {
            requireStorable("the name of a member", member.getKey());
            requireStorable(member.getKey(), member.getValue());
        }
        for (JsonNode item : node) {
            if (node.isArray()) {
                requireStorable(place, item);
            }
        }
    }

    private static void requireStorable(String place, String text) throws JsonProcessingException {
        var flaw = UnicodeText.flaw(text);
        if (flaw.isPresent()) {
            throw new JsonParseException(
                    null, "%s must not contain %s".formatted(place.isEmpty() ? "it" : place, flaw.get()));
        }
    }
}
