package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.server.auth.OwnNamespace;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.ops.AnswerWeight;
import io.flowfabric.server.ops.Operations;

/** Answers a route of the Rust FlowFabric: collects the arguments, calls the operation, and replies. */
final class RustCompatEndpoint<A, R> implements DescribedEndpoint {
    private final RustCompatRoute<A, R> route;
    private final Operations operations;

    RustCompatEndpoint(RustCompatRoute<A, R> route, Operations operations) {
        this.route = route;
        this.operations = operations;
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        var members = JsonNodeFactory.instance.objectNode();
        for (ArgumentPart part : route.parts()) {
            part.read(exchange, members);
        }
        var own = OwnNamespace.fill(exchange.principal(), route.operation(), members);
        A arguments = operations.arguments().read(route.operation(), own);
        var room =
                operations.parked().memory().reserve(exchange.principal(), AnswerWeight.reservedFor(route.operation()));
        try {
            R outcome = operations.engine(exchange.principal()).call(route.operation(), arguments);
            route.reply().send(exchange, outcome, operations.answers());
        } finally {
            room.close();
        }
    }

    @Override
    public void describe(ObjectNode description) {
        route.parts().forEach(part -> part.describe(route.operation(), description));
        route.reply().describe(description.withObjectProperty("responses"));
    }
}
