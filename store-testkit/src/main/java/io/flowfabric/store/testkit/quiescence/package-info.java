/**
 * Nothing waits although there is work for it.
 *
 * <p>A lost wake-up shows in no answer: the call that waits is answered later, when it polls again or its time is over.
 * So
 * tests with several callers ask a {@link io.flowfabric.store.testkit.quiescence.QuiescenceOracle}. It knows from the engines who
 * is parked with which request ({@code LocalEngine.waitingCalls}), from a {@link
 * io.flowfabric.store.testkit.quiescence.CountedStore} in front of each store how many transactions are open, and from the store
 * and the rules which executions could be claimed by one of the parked claims.
 *
 * <p>{@link io.flowfabric.store.testkit.quiescence.WatchedEngines} puts these together for tests that start engines; suites of real
 * processes apply the rule from outside, by a {@link io.flowfabric.store.testkit.quiescence.ProcessQuiescence}.
 *
 * <p>When every call is parked, no transaction is open, and there is work for one of them, only a wake-up that is still on
 * its way can end the wait. Between processes that takes as long as a notification; the oracle therefore fails once this
 * state has lasted unchanged for two seconds, and prints the execution with its state and queue, and the claims that fit.
 * Engines under test do not poll (see {@code FallbackPolls.NONE}), so a wake-up that was lost stays lost.
 */
@NullMarked
package io.flowfabric.store.testkit.quiescence;

import org.jspecify.annotations.NullMarked;
