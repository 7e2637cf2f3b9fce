package io.flowfabric.server.http;

import io.flowfabric.model.error.UnavailableException;

/** While the server stops, connections end with their next answer, and what comes on one that is still open is refused. */
public final class Farewell implements Step {
    private volatile boolean begun;

    /** Refuses from now on; what is under way goes on. */
    public void begin() {
        begun = true;
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        if (begun) {
            exchange.answerHeader("Connection", "close");
            if (!exchange.route().access().open()) {
                throw new UnavailableException(
                        exchange.route().template(), "The server is shutting down. Ask again soon, or another server.");
            }
        }
        next.handle(exchange);
    }
}
