/** Handles as text that only this deployment can write. */
@NullMarked
package io.flowfabric.wire.handle;

import org.jspecify.annotations.NullMarked;
