package io.flowfabric.server.http;

/** A step that every request passes on its way to the endpoint. Called by many threads at once. */
@FunctionalInterface
public interface RequestStep {
    /** Passes the exchange to {@code next}, or answers it here. */
    void pass(Exchange exchange, Endpoint next) throws Exception;

    /** The endpoint behind this step. */
    default Endpoint before(Endpoint next) {
        return exchange -> pass(exchange, next);
    }
}
