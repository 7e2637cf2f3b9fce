/**
 * FlowFabric as a server: {@link io.flowfabric.server.FlowFabricServer} serves the operations of an engine over HTTP.
 *
 * <ul>
 *   <li>{@code config} reads the settings.
 *   <li>{@code http} has the steps that every request passes: limits, cross-site checks, parking, errors, shutdown.
 *   <li>{@code auth} has keys, scopes, and the namespace that a key is bound to.
 *   <li>{@code ops} serves {@code /v1/ops/{operation}} and describes it as OpenAPI.
 *   <li>{@code routes} serves the routes of the Rust FlowFabric, each by an operation.
 *   <li>{@code feed} serves {@code /v1/events}.
 *   <li>{@code metrics} counts, and serves {@code /metrics}.
 * </ul>
 *
 * <p>The JSON of arguments and answers is module {@code wire}, which clients share.
 */
@NullMarked
package io.flowfabric.server;

import org.jspecify.annotations.NullMarked;
