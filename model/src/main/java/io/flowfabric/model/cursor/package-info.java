/**
 * Positions that readers keep: in the output stream of an attempt, and in the one outbox of all events; and those that the
 * store keeps for them, under a name.
 */
@NullMarked
package io.flowfabric.model.cursor;

import org.jspecify.annotations.NullMarked;
