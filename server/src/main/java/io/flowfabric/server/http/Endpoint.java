package io.flowfabric.server.http;

/** Answers a request. Called by many threads at once. */
@FunctionalInterface
public interface Endpoint {
    /**
     * Answers, or has the exchange answered later by {@link Exchange#later}.
     *
     * @throws Exception what becomes an answer by {@link Problem#of}
     */
    void handle(Exchange exchange) throws Exception;
}
