package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An endpoint that can describe its requests and answers in more detail than its route. */
public interface DescribedEndpoint extends Endpoint {
    /** Completes the OpenAPI description of the route, which already has its variables and a response 200. */
    void describe(ObjectNode description);

    /**
     * Adds an optional parameter to the description of a route.
     *
     * @param in {@code query} or {@code header}
     * @return the parameter, without its schema
     */
    static ObjectNode parameter(ObjectNode route, String in, String name, String description) {
        var parameter = route.withArrayProperty("parameters").addObject();
        parameter.put("name", name).put("in", in).put("description", description);
        return parameter;
    }
}
