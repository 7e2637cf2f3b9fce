package io.flowfabric.server.http;

import java.time.Duration;

/** Learns of every request that was answered. Called by many threads at once; what it throws is logged. */
@FunctionalInterface
public interface RequestMetrics {
    /** Counts nothing. */
    RequestMetrics NONE = (method, route, status, elapsed) -> {};

    /** @param route the template of the route, or {@code unknown} */
    void answered(String method, String route, int status, Duration elapsed);
}
