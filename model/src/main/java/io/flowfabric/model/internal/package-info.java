/** Helpers that the packages of the model share; not part of the public API. */
@NullMarked
package io.flowfabric.model.internal;

import org.jspecify.annotations.NullMarked;
