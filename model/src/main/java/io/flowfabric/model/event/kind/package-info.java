/** What an event of a family reports, as the literals that every surface uses. */
@NullMarked
package io.flowfabric.model.event.kind;

import org.jspecify.annotations.NullMarked;
