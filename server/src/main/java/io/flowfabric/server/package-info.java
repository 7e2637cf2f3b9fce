/**
 * FlowFabric as a server: {@link io.flowfabric.server.FlowFabricServer} serves the operations of an engine over HTTP.
 *
 * <ul>
 *   <li>{@code config} reads the settings.
 *   <li>{@code http} has the types that all HTTP code shares: routes, endpoints, exchanges, principals, error answers.
 *   <li>{@code http.connection} has connections with deadlines, the timeouts, and the threads of the server.
 *   <li>{@code http.origin} has the cross-site checks: CORS, origins, host names, content types.
 *   <li>{@code http.limit} limits requests and the memory of answers.
 *   <li>{@code http.pipeline} has routing, the order of the steps, authentication, parked requests, shutdown, access
 *       log and traces.
 *   <li>{@code auth} has keys, scopes, the namespace that a key is bound to, and the audit log.
 *   <li>{@code ops} serves {@code /v1/ops/{operation}} and describes it as OpenAPI.
 *   <li>{@code routes} serves the routes of the Rust FlowFabric, each by an operation.
 *   <li>{@code feed} serves {@code /v1/events}.
 *   <li>{@code metrics} counts requests, calls and load, and serves {@code /metrics}.
 * </ul>
 *
 * <p>The JSON of arguments and answers is in module {@code wire}, which clients share.
 */
@NullMarked
package io.flowfabric.server;

import org.jspecify.annotations.NullMarked;
