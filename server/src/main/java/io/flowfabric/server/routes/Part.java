package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.server.http.Exchange;
import java.io.IOException;

/** A part of a request that brings arguments. */
interface Part {
    /**
     * Adds the arguments that it brings, and leaves alone those that are there.
     *
     * @throws io.flowfabric.server.http.Problem if it cannot be understood
     * @throws com.fasterxml.jackson.core.JsonProcessingException if it should be JSON and is none
     */
    void read(Exchange exchange, ObjectNode arguments) throws IOException;

    /** Adds what there is to say of it to the OpenAPI description of its route. */
    default void describe(Operation<?, ?> operation, ObjectNode description) {}

    /** An argument that requests do not choose. */
    static Part fixed(String member, String value) {
        return (exchange, arguments) -> arguments.put(member, value);
    }
}
