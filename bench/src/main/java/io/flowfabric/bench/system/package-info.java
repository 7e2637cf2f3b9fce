/**
 * Systems that do the same work on the same store: FlowFabric, hand-written SQL, and, in {@code peers}, what a team
 * would
 * use instead. The work is {@code count} pieces with a payload that are first stored and then done, by a handler that
 * does nothing, and whose end is stored too.
 *
 * <p>A run goes {@code prepare}, {@code submit}, {@code drain}, {@code close}, in this order and from one thread. Only
 * {@code submit} and {@code drain} are timed. Both return when what they did is committed.
 */
@NullMarked
package io.flowfabric.bench.system;

import org.jspecify.annotations.NullMarked;
