package io.flowfabric.server.http;

/** An endpoint whose answer goes on and on, so that there is nothing to tell a {@code HEAD} about it. */
public interface StreamingEndpoint extends Endpoint {}
