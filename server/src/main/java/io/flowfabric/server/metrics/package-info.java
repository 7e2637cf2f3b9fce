/**
 * What a server counts, and the page on which Prometheus reads it. {@link io.flowfabric.server.metrics.ServerMetrics} has
 * one registry for the requests, the calls to the engine, its timers, and gauges of what there is. The gauges are asked
 * from the store behind a page that has been served, by one question and not more often than every ten seconds: a page
 * never waits for the store, and an unreadable figure keeps its last value.
 */
@NullMarked
package io.flowfabric.server.metrics;

import org.jspecify.annotations.NullMarked;
