/**
 * The engine as its callers see it: a catalogue of operations and one way to call them. {@code rules} decides,
 * {@code ops} carries out, {@code timers} does what falls due, {@code store} is what a store has to be.
 */
@NullMarked
package io.flowfabric.engine;

import org.jspecify.annotations.NullMarked;
