package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.server.auth.OwnNamespace;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.ArgumentTree;
import java.io.IOException;

/** The JSON body of a request. */
public final class JsonBody {
    private JsonBody() {}

    /** The body as JSON; an empty one is an empty object. The namespace of a bound key is filled in. */
    public static JsonNode of(Exchange exchange) throws IOException {
        JsonNode tree = ArgumentTree.of(exchange.body());
        return exchange.route()
                .access()
                .operation()
                .map(operation -> OwnNamespace.fill(exchange.principal(), operation, tree))
                .orElse(tree);
    }

    /** The body as JSON; there must be one. */
    public static JsonNode required(Exchange exchange) throws IOException {
        if (exchange.body().length == 0) {
            throw Problem.invalidRequest(400, "malformed_json", "invalid JSON: Bad Request: the body is empty");
        }
        return ArgumentTree.of(exchange.body());
    }
}
