/** The turn to write, which processes on one file pass round fairly. */
@NullMarked
package io.flowfabric.store.sqlite.turn;

import org.jspecify.annotations.NullMarked;
