/** Batches in JSON: the operation of their items, and carrying one out item by item. */
@NullMarked
package io.flowfabric.wire.batch;

import org.jspecify.annotations.NullMarked;
