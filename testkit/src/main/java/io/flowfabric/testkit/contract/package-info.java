/**
 * The contract suites: abstract test classes, one per subject, that every store runs through a subclass of a few lines.
 * A behaviour is done when its test passes on all of them.
 */
@NullMarked
package io.flowfabric.testkit.contract;

import org.jspecify.annotations.NullMarked;
