/**
 * The inventory of identifiers: one type per idea, so that a lease id cannot be passed where an attempt id is meant.
 *
 * <p>Every type is an immutable value that was checked when it was built, and prints its canonical text. Random ids are
 * UUIDs of version 4; any other UUID is taken as it comes. The size of this package is the size of that inventory.
 */
@NullMarked
package io.flowfabric.model.id;

import org.jspecify.annotations.NullMarked;
