/** The operations of the catalogue over HTTP: routes, batches, the list and the description, all derived from it. */
@NullMarked
package io.flowfabric.server.ops;

import org.jspecify.annotations.NullMarked;
