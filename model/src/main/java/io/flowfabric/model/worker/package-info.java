/** The workers that say they are there: which lanes they serve, what they can do, and until when they count as alive. */
@NullMarked
package io.flowfabric.model.worker;

import org.jspecify.annotations.NullMarked;
