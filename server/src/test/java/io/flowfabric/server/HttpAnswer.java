package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;

/** The answer of a server. */
record HttpAnswer(int status, JsonNode body, HttpHeaders headers) {
    /** The members of the only variant of an outcome. */
    JsonNode variant(String name) {
        if (!body.has(name)) {
            throw new AssertionError("expected %s but got %d %s".formatted(name, status, body));
        }
        return body.get(name);
    }
}
