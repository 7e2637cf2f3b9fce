/**
 * Traces of an engine by OpenTelemetry: {@link io.flowfabric.opentelemetry.EngineTracing} is a layer.
 *
 * <pre>{@code
 * var options = FabricOptions.DEFAULT.withLayer(new EngineTracing(openTelemetry));
 * }</pre>
 */
@NullMarked
package io.flowfabric.opentelemetry;

import org.jspecify.annotations.NullMarked;
