/**
 * The types that all HTTP code shares: {@link io.flowfabric.server.http.Route routes} lead to {@link
 * io.flowfabric.server.http.Endpoint endpoints} through a fixed order of {@link io.flowfabric.server.http.RequestStep
 * steps}, and every failure becomes a status and a body in one place, {@link io.flowfabric.server.http.Problem}.
 *
 * <p>The steps are in {@code http.origin}, {@code http.limit} and {@code http.pipeline}; {@code
 * http.pipeline.RequestPipeline} has their order. A request without a route passes the same steps, so that it is
 * counted, and refused without a key.
 */
@NullMarked
package io.flowfabric.server.http;

import org.jspecify.annotations.NullMarked;
