/**
 * Random operations on a store, compared step by step with the rules run in memory.
 *
 * <p>A run is a seed. It draws a call of the catalogue, moves the clock, carries the call out on the engine under test and
 * then on the {@link io.flowfabric.store.testkit.modelled.Model}, and compares: the answer first, then the stored state of every
 * execution that the call concerned, then the events that were appended. Now and then it compares everything there is.
 *
 * <p>The model is maps and lists. It has no rules: every transition is computed by {@code engine.rules}, and what the rules
 * decide is kept as it is. What it adds is what the specification says in a sentence and the engine does in transactions,
 * statements and indexes: what is found by which call, in which order, and that a batch is its items one after the
 * other.
 * It therefore reads much like {@code engine.ops} and shares nothing with it, or it would share its mistakes.
 *
 * <p>What the engine chooses freely, such as the id of a new lease, cannot be foreseen; the model takes it over from the
 * engine's answer. What such an id is worth is still compared: it must be the one that is stored. Nothing that is drawn
 * depends on these ids, so a seed always gives the same run.
 *
 * <p>The clock also steps back, for one call at a time and only for calls about a single record: a call never sees a time
 * before the newest on the records it loaded, and how many it loads is the store's own business otherwise.
 */
@NullMarked
package io.flowfabric.store.testkit.modelled;

import org.jspecify.annotations.NullMarked;
