/** Queue numbers, as both SQL stores hand them out. */
@NullMarked
package io.flowfabric.store.jdbc.queue;

import org.jspecify.annotations.NullMarked;
