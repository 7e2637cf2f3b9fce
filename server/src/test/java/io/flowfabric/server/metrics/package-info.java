@NullMarked
package io.flowfabric.server.metrics;

import org.jspecify.annotations.NullMarked;
