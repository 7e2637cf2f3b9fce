/** Arguments and outcomes of what the holder of a lease does by its handle. */
@NullMarked
package io.flowfabric.model.op.lease;

import org.jspecify.annotations.NullMarked;
