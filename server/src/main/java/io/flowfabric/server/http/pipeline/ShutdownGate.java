package io.flowfabric.server.http.pipeline;

import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.server.http.Endpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.RequestStep;

/** While the server stops, closes connections after their next answer, and refuses new requests on open ones. */
public final class ShutdownGate implements RequestStep {
    private volatile boolean begun;

    /** Refuses from now on; active requests go on. */
    public void begin() {
        begun = true;
    }

    @Override
    public void pass(Exchange exchange, Endpoint next) throws Exception {
        if (begun) {
            exchange.answerHeader("Connection", "close");
            if (!exchange.route().access().open()) {
                throw new UnavailableException(
                        exchange.route().template(), "The server is shutting down. Try again soon, or another server.");
            }
        }
        next.handle(exchange);
    }
}
