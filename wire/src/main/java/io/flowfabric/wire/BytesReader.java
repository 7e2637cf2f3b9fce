package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.node.POJONode;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.Payload;
import java.io.IOException;
import java.util.Base64;

/** Reads bytes in any of their formats. */
final class BytesReader extends StdScalarDeserializer<byte[]> {

    private static final long serialVersionUID = 1L;

    /** Does not check what follows the array. */
    private static final ObjectReader ARRAY =
            FlowFabricJson.mapper().readerFor(byte[].class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    BytesReader() {
        super(byte[].class);
    }

    @Override
    public byte[] deserialize(JsonParser in, DeserializationContext context) throws IOException {
        if (in.hasToken(JsonToken.START_ARRAY)) {
            return ARRAY.readValue(in);
        }
        if (in.hasToken(JsonToken.VALUE_EMBEDDED_OBJECT)) {
            return in.getBinaryValue();
        }
        JsonNode spelled = in.hasToken(JsonToken.START_OBJECT) ? context.readTree(in) : null;
        if (spelled == null || spelled.size() != 1) {
            return context.reportInputMismatch(
                    byte[].class,
                    "bytes are an array of numbers from 0 to 255, or one of {\"base64\":…}, {\"text\":…} and"
                            + " {\"json\":…}");
        }
        if (spelled.get("json") instanceof POJONode read && read.getPojo() instanceof JsonCopy copy) {
            if (copy.unwritable().isPresent()) {
                throw copy.unwritable().get();
            }
            return copy.bytes();
        }
        if (spelled.has("json")) {
            return Trees.mapper().writeValueAsBytes(spelled.get("json"));
        }
        if (spelled.path("text").isTextual()) {
            return Payload.text(spelled.get("text").textValue()).bytes();
        }
        try {
            return Base64.getDecoder().decode(spelled.path("base64").asText("?"));
        } catch (IllegalArgumentException notBase64) {
            return context.reportInputMismatch(byte[].class, "%s is not valid base64", "\"base64\"");
        }
    }
}
