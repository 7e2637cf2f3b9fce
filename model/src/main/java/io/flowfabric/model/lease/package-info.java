/** Leases, their holders, their revocation, and the grants that permit one worker to acquire one. */
@NullMarked
package io.flowfabric.model.lease;

import org.jspecify.annotations.NullMarked;
