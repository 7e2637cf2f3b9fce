package io.flowfabric.server.http;

/** An endpoint with an endless answer, so that there is no answer to a {@code HEAD}. */
public interface StreamingEndpoint extends Endpoint {}
