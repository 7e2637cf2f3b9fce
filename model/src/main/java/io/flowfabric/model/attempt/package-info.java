/** Attempts at an execution: the current one, how one ended, and what it descends from. */
@NullMarked
package io.flowfabric.model.attempt;

import org.jspecify.annotations.NullMarked;
