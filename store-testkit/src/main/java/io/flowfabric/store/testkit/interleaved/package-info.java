/**
 * Calls at the same time, in an order that a seed decides.
 *
 * <p>Each call is a {@link io.flowfabric.store.testkit.interleaved.Party} with a thread of its own. A {@link
 * io.flowfabric.store.testkit.interleaved.SteppedStore} stands between the engine and the store and turns the beginning of a
 * transaction, every method that is called on it and its commit into steps. A party that comes to a step waits there
 * until the scheduler, which is the thread of the test, gives it the turn; then it runs alone until its next step, its
 * end, or until it is blocked.
 *
 * <pre>
 *   RUNNING ── comes to a step ──→ AT_STEP ── is given the turn ──→ RUNNING ── its call returns ──→ DONE
 * </pre>
 *
 * <p>The {@link io.flowfabric.store.testkit.interleaved.Interleaving} gives the next turn when no party runs. A party whose
 * statement waits for a lock in the database runs, but will not come to a step before another has moved: so it also gives
 * the next turn when as many sessions are blocked in the database as parties run, which {@link
 * io.flowfabric.store.testkit.interleaved.BlockedSessions} finds out on a connection of its own. When the holder of the lock
 * commits, the session is no longer blocked and its party is awaited like any other. A party may also wait inside the
 * engine, for example for its place in a batch; after a while the turn passes to another. Which of the waiting parties
 * gets it is drawn from the seed and nothing else, so the same seed gives the same schedule.
 *
 * <p>How fine the steps are depends on the store. On PostgreSQL every method of a transaction is a step. SQLite has one
 * writer, so a transaction that stopped half-way would stop all others: there a transaction is one step, and what is
 * interleaved are the transactions and reads of calls, and what each engine remembers between them.
 *
 * <p>A failure prints the seed, the schedule, what each call was told, and for every serial order what the rules would
 * have answered instead.
 */
@NullMarked
package io.flowfabric.store.testkit.interleaved;

import org.jspecify.annotations.NullMarked;
