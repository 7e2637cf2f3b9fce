/**
 * The scenarios S0 to S7 and S22. Each runs on one kind of store after the other, with no more state than its session:
 * what was asked for,
 * where, and a line that says how far it has come.
 *
 * <p>Rates are compared in a race: every system warms up until its JVM compiles little
 * more, ten seconds at most, then all of them run in turn, round after round and
 * every other round in reverse, so that a machine that grows slower or faster does so for all. What is reported is the
 * median of the rounds.
 */
@NullMarked
package io.flowfabric.bench.scenario;

import org.jspecify.annotations.NullMarked;
