/**
 * FlowFabric as a server. {@link io.flowfabric.server.FlowFabricServer} puts an engine behind HTTP; what a request goes
 * through is in {@code http}, the operations are in {@code ops}, FlowFabric's own routes in {@code routes}, how arguments and answers look in {@code wire}, the feed
 * of events in {@code feed}.
 */
@NullMarked
package io.flowfabric.server;

import org.jspecify.annotations.NullMarked;
