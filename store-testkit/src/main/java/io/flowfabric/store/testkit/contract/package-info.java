/**
 * The contract suites: abstract test classes, one per subject. Every store runs all of them, listed in one class
 * per kind of store (see {@link io.flowfabric.store.testkit.RunsOn}).
 * A behaviour is done when its test passes on all of them.
 */
@NullMarked
package io.flowfabric.store.testkit.contract;

import org.jspecify.annotations.NullMarked;
