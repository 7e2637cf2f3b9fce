/** Reads of a store by families of records; they lock nothing. */
@NullMarked
package io.flowfabric.engine.store.read;

import org.jspecify.annotations.NullMarked;
