package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.json.FlowFabricJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads answers that were written in the form {@link BytesForm#RECORD}. Safe for use by any thread. */
public final class AnswerReader {
    private final ObjectMapper mapper =
            FlowFabricJson.mapper().copy().registerModule(new RecordModule(new CarriedHandles()));

    /** By the name of the operation; making one costs more than using it. */
    private final Map<String, ObjectReader> readers = new ConcurrentHashMap<>();

    /**
     * The answer of an operation that is no batch.
     *
     * @throws IOException if it is no such answer
     */
    public <R> R read(Operation<?, R> operation, byte[] body) throws IOException {
        return reader(operation).readValue(body);
    }

    /**
     * The answer of an operation that is no batch, from a tree.
     *
     * @throws IOException if it is no such answer
     */
    public <R> R read(Operation<?, R> operation, JsonNode answer) throws IOException {
        return reader(operation).readValue(answer);
    }

    /**
     * Any JSON.
     *
     * @throws IOException if it is none
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
