package io.flowfabric.wire;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import io.flowfabric.model.json.FlowFabricJson;

/** JSON trees that keep numbers exactly as written. */
final class Trees {
    private static final ObjectMapper MAPPER = exact(FlowFabricJson.mapper());

    private Trees() {}

    static ObjectMapper mapper() {
        return MAPPER;
    }

    /** A copy of a mapper that keeps every digit of the numbers in the trees that it makes. */
    static ObjectMapper exact(ObjectMapper mapper) {
        return mapper.copy()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);
    }
}
