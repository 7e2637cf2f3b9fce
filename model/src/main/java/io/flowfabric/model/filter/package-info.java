/** Restricts background passes and event feeds to part of the executions. */
@NullMarked
package io.flowfabric.model.filter;

import org.jspecify.annotations.NullMarked;
