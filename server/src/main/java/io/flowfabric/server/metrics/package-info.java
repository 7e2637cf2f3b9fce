/**
 * The metrics of a server, and the page for Prometheus. {@link io.flowfabric.server.metrics.ServerMetrics} has one
 * registry for the requests, the calls to the engine, its timers, and gauges of the load. The gauges are queried from
 * the store after a page has been served, by one query and at most every ten seconds: a page never waits for the store,
 * and an unreadable gauge keeps its last value.
 */
@NullMarked
package io.flowfabric.server.metrics;

import org.jspecify.annotations.NullMarked;
