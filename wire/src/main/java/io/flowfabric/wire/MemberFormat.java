package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The public format of a member, where it differs from the record.
 *
 * @param schema its JSON schema; empty when that of the record applies
 * @param reading turns it into the value of the record
 */
record MemberFormat(Optional<ObjectNode> schema, Reading reading) {
    /** The same format as in the record. */
    static final MemberFormat PLAIN = of(UnaryOperator.identity());

    /** Turns the public value, together with the members beside it if need be, into the value of the record. */
    interface Reading {
        /** @throws InvalidArguments if it is invalid; a value that is returned unchanged is refused by the record */
        JsonNode read(JsonNode outside, ObjectNode others);
    }

    static MemberFormat of(UnaryOperator<JsonNode> reading) {
        return new MemberFormat(Optional.empty(), (outside, others) -> reading.apply(outside));
    }

    static MemberFormat of(ObjectNode schema, UnaryOperator<JsonNode> reading) {
        return new MemberFormat(Optional.of(schema), (outside, others) -> reading.apply(outside));
    }
}
