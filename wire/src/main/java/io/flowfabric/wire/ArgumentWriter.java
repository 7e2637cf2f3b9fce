package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.json.FlowFabricJson;

/** Writes the arguments of operations as {@link Arguments} reads them. Safe for use by any thread. */
public final class ArgumentWriter {
    private final ObjectMapper mapper =
            FlowFabricJson.mapper().copy().registerModule(new RecordModule(new CarriedHandles()));

    /** The arguments of an operation that takes one thing; for a batch, write its items. */
    public ObjectNode write(Operation<?, ?> operation, Object arguments) {
        return ArgumentForms.of(operation).toOutside(mapper.valueToTree(arguments));
    }

    /** What was written, as text in UTF-8. */
    public byte[] bytes(ObjectNode written) {
        try {
            return mapper.writeValueAsBytes(written);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("A tree can always be written", impossible);
        }
    }
}
