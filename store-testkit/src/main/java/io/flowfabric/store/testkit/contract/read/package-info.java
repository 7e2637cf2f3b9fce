/** Contracts of reads, listings, tags, retention and damaged rows. */
@NullMarked
package io.flowfabric.store.testkit.contract.read;

import org.jspecify.annotations.NullMarked;
