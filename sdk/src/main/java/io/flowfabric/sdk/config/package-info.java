/** Public API: the options with which a {@link io.flowfabric.sdk.FlowFabric} and its store are opened. */
@NullMarked
package io.flowfabric.sdk.config;

import org.jspecify.annotations.NullMarked;
