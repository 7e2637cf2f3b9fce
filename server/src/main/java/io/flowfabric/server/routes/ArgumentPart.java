package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.Exchange;
import java.io.IOException;

/** A part of a request that carries arguments. */
interface ArgumentPart {
    /**
     * Adds its arguments, and keeps those that are present already.
     *
     * @throws io.flowfabric.server.http.Problem if it cannot be understood
     * @throws com.fasterxml.jackson.core.JsonProcessingException if it should be JSON and is not
     */
    void read(Exchange exchange, ObjectNode arguments) throws IOException;

    /** Adds its description to the OpenAPI description of its route. */
    default void describe(Operation<?, ?> operation, ObjectNode description) {}

    /** An argument with a fixed value. */
    static ArgumentPart fixed(String member, String value) {
        return (exchange, arguments) -> arguments.put(member, value);
    }
}
