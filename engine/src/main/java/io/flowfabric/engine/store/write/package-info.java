/** Loading and locking by families of records, in a write transaction. */
@NullMarked
package io.flowfabric.engine.store.write;

import org.jspecify.annotations.NullMarked;
