/** Contracts of submissions, awaited results, limits and queues. */
@NullMarked
package io.flowfabric.store.testkit.contract.submit;

import org.jspecify.annotations.NullMarked;
