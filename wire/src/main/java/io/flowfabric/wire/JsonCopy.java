package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flowfabric.engine.rules.limit.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * JSON that was copied from a parser without a tree: the same values without white space. An object in it has at most
 * {@link Limits#VALUES} members, since the parser remembers all names of an object until its end.
 *
 * @param unwritable why it cannot be written as UTF-8; then there are no bytes
 */
record JsonCopy(byte[] bytes, Optional<IOException> unwritable) {

    /** Copies the current value of the parser, and leaves the parser at its end. */
    static JsonCopy of(JsonParser in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Optional<IOException> unwritable = Optional.empty();
        int open = 0;
        var members = new int[in.streamReadConstraints().getMaxNestingDepth() + 1];
        try (var out = Trees.mapper().getFactory().createGenerator(bytes)) {
            do {
                JsonToken token = in.currentToken();
                if (token == JsonToken.FIELD_NAME && ++members[open] > Limits.VALUES) {
                    throw ArgumentTree.tooMany("members of an object");
                }
                if (unwritable.isEmpty()) {
                    unwritable = write(token, in, out);
                }
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token.isStructStart()) {
                    members[open] = 0;
                }
            } while (open > 0 && in.nextToken() != null);
        }
        return new JsonCopy(unwritable.isEmpty() ? bytes.toByteArray() : new byte[0], unwritable);
    }

    private static Optional<IOException> write(JsonToken token, JsonParser in, JsonGenerator out) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            out.writeNumber(in.getDecimalValue());
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                out.writeNumber(in.getBigIntegerValue());
            } else {
                out.writeNumber(in.getLongValue());
            }
        } else {
            try {
                out.copyCurrentEvent(in);
            } catch (IOException unwritable) {
                return Optional.of(unwritable);
            }
        }
        return Optional.empty();
    }
}
