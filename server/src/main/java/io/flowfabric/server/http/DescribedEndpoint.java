package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An endpoint that knows more about its requests and answers than its route does. */
public interface DescribedEndpoint extends Endpoint {
    /** Completes the OpenAPI description of the route, which has its variables and a response 200 already. */
    void describe(ObjectNode description);

    /**
     * Adds a parameter that may be left out to the description of a route.
     *
     * @param in {@code query} or {@code header}
     * @return the parameter, whose schema is yet to be said
     */
    static ObjectNode parameter(ObjectNode route, String in, String name, String description) {
        var parameter = route.withArrayProperty("parameters").addObject();
        parameter.put("name", name).put("in", in).put("description", description);
        return parameter;
    }
}
