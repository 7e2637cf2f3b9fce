/** Limits on requests and on the memory that answers hold. */
@NullMarked
package io.flowfabric.server.http.limit;

import org.jspecify.annotations.NullMarked;
