package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a member may be outside, where that is not how its record has it.
 *
 * @param schema describes it; empty when the record does
 * @param reading makes what the record has of it
 */
record Look(Optional<ObjectNode> schema, Reading reading) {
    /** As the record has it. */
    static final Look PLAIN = of(UnaryOperator.identity());

    /** Makes a value of what stands for it outside, and of the members beside it if need be. */
    interface Reading {
        /** @throws InvalidArguments if it cannot stand for a value; what is left as it is, the record refuses */
        JsonNode read(JsonNode outside, ObjectNode others);
    }

    static Look of(UnaryOperator<JsonNode> reading) {
        return new Look(Optional.empty(), (outside, others) -> reading.apply(outside));
    }

    static Look of(ObjectNode schema, UnaryOperator<JsonNode> reading) {
        return new Look(Optional.of(schema), (outside, others) -> reading.apply(outside));
    }
}
