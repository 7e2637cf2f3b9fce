/** Contracts of held leases: fencing, outcomes, cancellation, due times, and calls that share a transaction. */
@NullMarked
package io.flowfabric.store.testkit.contract.lease;

import org.jspecify.annotations.NullMarked;
