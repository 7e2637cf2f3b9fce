/**
 * What every request goes through, whatever it is about: {@link io.flowfabric.server.http.Route routes} lead to {@link
 * io.flowfabric.server.http.Endpoint endpoints} through a fixed order of {@link io.flowfabric.server.http.Step steps}, and
 * whatever fails on the way becomes a body and a status in one place, {@link io.flowfabric.server.http.Problem}.
 *
 * <p>The order: CORS, request id, metrics, problems become answers, how many at once, authentication, body limit, endpoint. A request that
 * leads nowhere goes the same way, so that it is counted, and refused without a key.
 */
@NullMarked
package io.flowfabric.server.http;

import org.jspecify.annotations.NullMarked;
