package io.flowfabric.cli.rendering;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.flowfabric.model.json.FlowFabricJson;
import java.io.PrintWriter;

/** Writes answers in the encoding of the engine's operations, one value per line. */
public final class Output {
    private Output() {}

    public static void json(PrintWriter out, Object value) {
        try {
            out.println(FlowFabricJson.mapper().writeValueAsString(value));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("answers of the engine can be written as JSON", impossible);
        }
    }
}
