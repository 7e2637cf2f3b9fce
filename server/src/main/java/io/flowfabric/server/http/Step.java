package io.flowfabric.server.http;

/** Something that every request goes through on its way to the endpoint. Called by many threads at once. */
@FunctionalInterface
public interface Step {
    /** Lets the exchange pass to {@code next}, or answers it here. */
    void pass(Exchange exchange, Endpoint next) throws Exception;

    /** The endpoint behind this step. */
    default Endpoint before(Endpoint next) {
        return exchange -> pass(exchange, next);
    }
}
