/**
 * Metrics of an engine by Micrometer: {@link io.flowfabric.micrometer.EngineMetrics} is a layer.
 *
 * <pre>{@code
 * var options = FabricOptions.DEFAULT.withLayer(new EngineMetrics(meterRegistry));
 * }</pre>
 */
@NullMarked
package io.flowfabric.micrometer;

import org.jspecify.annotations.NullMarked;
