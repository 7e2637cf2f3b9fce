package io.flowfabric.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** An endpoint that knows more about its requests and answers than its route does. */
public interface DescribedEndpoint extends Endpoint {
    /** Completes the OpenAPI description of the route, which has its variables and a response 200 already. */
    void describe(ObjectNode description);
}
