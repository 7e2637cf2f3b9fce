/**
 * Proofs that need many processes: real JVMs on one store, stopped and killed without warning. As with the contract suites, a store
 * joins with subclasses of a few lines. A suite begins a {@link ChildJvm} for every process; the mains that run in them
 * find the store by its address and are the same for every store.
 */
@NullMarked
package io.flowfabric.store.testkit.chaos;

import org.jspecify.annotations.NullMarked;
