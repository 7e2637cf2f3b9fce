package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.flowfabric.model.json.FlowFabricJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Tells whether a text is JSON, without building anything: numbers are scanned, never evaluated, so that none is too
 * large. Text that nests deeper than arguments may does not count as JSON, because many clients could not read the
 * answer.
 */
final class JsonText {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(FlowFabricJson.mapper()
                            .getFactory()
                            .streamReadConstraints()
                            .getMaxNestingDepth())
                    // The text is in memory already.
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            // Names are scanned and dropped; a symbol table would only grow.
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private JsonText() {}

    /** Whether the text is one JSON value, with nothing but white space around it. */
    static boolean isJson(String text) {
        // Text rather than bytes, for which the parser would guess an encoding and skip a byte order mark.
        try (var parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JsonProcessingException notJson) {
            return false;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
