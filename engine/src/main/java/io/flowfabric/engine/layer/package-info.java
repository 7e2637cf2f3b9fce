/**
 * Layers around the engine: each sees every call that a program, its workers and its waits make.
 *
 * <pre>{@code
 * var options = FabricOptions.DEFAULT
 *         .withLayer(RateLimit.perSecond(500))       // asked last, just before the engine
 *         .withLayer(new CircuitBreaker())
 *         .withLayer(CallLogging.at(Level.DEBUG));   // asked first; sees what the others reject
 * try (var fabric = FlowFabric.open("sqlite:shop.db", options)) {
 *     …
 * }
 * }</pre>
 *
 * <p>There is one entry for all operations, so a layer forwards every one of them, those included that are added later.
 * What the engine does by itself when something falls due happens behind the layers, and closing passes them by. A layer
 * observes, delays or rejects; whether a call is right is for the engine alone to say.
 */
@NullMarked
package io.flowfabric.engine.layer;

import org.jspecify.annotations.NullMarked;
