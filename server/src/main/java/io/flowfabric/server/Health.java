package io.flowfabric.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import java.io.IOException;
import java.util.List;

/** Liveness and readiness of the server. */
final class Health {
    private static final String STATUS = "status";

    private final Engine engine;
    private volatile boolean stopping;

    Health(Engine engine) {
        this.engine = engine;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/healthz", Access.OPEN, Style.CLASSIC, this::live),
                Route.get("/readyz", Access.OPEN, Style.CLASSIC, this::ready));
    }

    void stop() {
        stopping = true;
    }

    private void live(Exchange exchange) throws IOException {
        exchange.answer(200, JsonNodeFactory.instance.objectNode().put(STATUS, "ok"));
    }

    private void ready(Exchange exchange) throws IOException {
        if (stopping || engine.isShuttingDown()) {
            unavailable(exchange, "the server is shutting down");
            return;
        }
        try {
            engine.call(Catalogue.PING, NoArguments.NONE);
            exchange.answer(200, JsonNodeFactory.instance.objectNode().put(STATUS, "ready"));
        } catch (EngineException silent) {
            // Without the message: it may name the store's address, and this route needs no key.
            unavailable(exchange, "the store does not answer: " + silent.code().literal());
        }
    }

    private static void unavailable(Exchange exchange, String reason) throws IOException {
        exchange.answer(
                503,
                JsonNodeFactory.instance.objectNode().put(STATUS, "unavailable").put("reason", reason));
    }
}
