/** Arguments and outcomes of lease-bound operations for callers that keep a fence instead of a handle. */
@NullMarked
package io.flowfabric.model.op.fenced;

import org.jspecify.annotations.NullMarked;
