package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import java.io.IOException;

/** Lists every operation. */
final class OperationList implements Endpoint {
    @Override
    public void handle(Exchange exchange) throws IOException {
        var list = JsonNodeFactory.instance.arrayNode();
        Catalogue.all()
                .forEach(operation -> list.addObject()
                        .put("operation", operation.name())
                        .put("scope", operation.scope().literal())
                        .put("description", operation.description()));
        exchange.answer(200, list);
    }
}
