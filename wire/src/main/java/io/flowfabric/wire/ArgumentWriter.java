package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.wire.handle.CarriedHandles;

/** Writes the arguments of operations as {@link Arguments} reads them. Safe for use by any thread. */
public final class ArgumentWriter {
    private final ObjectMapper mapper =
            FlowFabricJson.mapper().copy().registerModule(new RecordModule(new CarriedHandles()));

    /** The arguments of an operation that is not a batch; for a batch, write its items. */
    public ObjectNode write(Operation<?, ?> operation, Object arguments) {
        return ArgumentForms.of(operation).toOutside(mapper.valueToTree(arguments));
    }

    /** The JSON as UTF-8. */
    public byte[] bytes(ObjectNode written) {
        try {
            return mapper.writeValueAsBytes(written);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("A tree can always be written", impossible);
        }
    }
}
