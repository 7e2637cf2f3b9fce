package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.wire.handle.CarriedHandles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads answers in the form {@link BytesForm#RECORD}. Safe for use by any thread. */
public final class AnswerReader {
    private final ObjectMapper mapper =
            FlowFabricJson.mapper().copy().registerModule(new RecordModule(new CarriedHandles()));

    /** By the name of the operation; creating a reader costs more than using it. */
    private final Map<String, ObjectReader> readers = new ConcurrentHashMap<>();

    /**
     * The answer of an operation that is not a batch.
     *
     * @throws IOException if it is not such an answer
     */
    public <R> R read(Operation<?, R> operation, byte[] body) throws IOException {
        return reader(operation).readValue(body);
    }

    /**
     * The answer of an operation that is not a batch, from a tree.
     *
     * @throws IOException if it is not such an answer
     */
    public <R> R read(Operation<?, R> operation, JsonNode answer) throws IOException {
        return reader(operation).readValue(answer);
    }

    /**
     * Any JSON.
     *
     * @throws IOException if it is not JSON
     */
    public JsonNode tree(byte[] body) throws IOException {
        return Trees.mapper().readTree(body);
    }

    private ObjectReader reader(Operation<?, ?> operation) {
        return readers.computeIfAbsent(operation.name(), name -> mapper.readerFor(type(operation)));
    }

    private JavaType type(Operation<?, ?> operation) {
        var types = mapper.getTypeFactory();
        return switch (operation.shape()) {
            case OPTIONAL -> types.constructParametricType(Optional.class, operation.outcome());
            case LIST -> types.constructCollectionType(List.class, operation.outcome());
            default -> types.constructType(operation.outcome());
        };
    }
}
