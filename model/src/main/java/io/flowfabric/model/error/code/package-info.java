/** Error codes, their classes and kinds, as the literals that every surface uses. */
@NullMarked
package io.flowfabric.model.error.code;

import org.jspecify.annotations.NullMarked;
