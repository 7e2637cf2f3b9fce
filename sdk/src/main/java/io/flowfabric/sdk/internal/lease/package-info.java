/** Internal: keeping the leases of a worker, by renewal ahead of time, and noticing a revocation at once. */
@NullMarked
package io.flowfabric.sdk.internal.lease;

import org.jspecify.annotations.NullMarked;
