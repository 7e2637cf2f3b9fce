/** Parsing that the identifiers of all families share. Internal to the model. */
@NullMarked
package io.flowfabric.model.internal.id;

import org.jspecify.annotations.NullMarked;
