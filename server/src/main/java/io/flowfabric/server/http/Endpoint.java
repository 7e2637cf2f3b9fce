package io.flowfabric.server.http;

/** Answers a request. Called by many threads at once. */
@FunctionalInterface
public interface Endpoint {
    /**
     * Answers the exchange, or defers the answer with {@link Exchange#later}.
     *
     * @throws Exception which {@link Problem#of} turns into an answer
     */
    void handle(Exchange exchange) throws Exception;
}
