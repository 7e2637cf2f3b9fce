/**
 * The store on PostgreSQL 14 and later. Any number of processes may use one database.
 *
 * <p>Units run in transactions of their own at read committed. A unit that changes executions locks their rows first,
 * in the order of their ids; claims skip rows that are locked. Time is read from the server after the locks are
 * held. A unit that met a deadlock, a serialisation failure or a concurrent insert of the same id is run again.
 *
 * <p><b>The outbox</b> is written in pages. Their numbers come from one sequence and are drawn after the row locks are held, so the
 * events of one execution are numbered in the order of its changes. A transaction that will append first reads the sequence and
 * takes a shared advisory lock whose key carries what it read; it can only draw higher numbers. A reader reads the
 * sequence, then the lowest such key that a transaction holds, and knows that everything up to the smaller of the two
 * is settled: each of the three statements has a snapshot of its own, in exactly this order. A foreign transaction
 * holds no such lock and delays no reader.
 *
 * <p>From the announcement to the end of its transaction all readers wait. So everything that a transaction appends is
 * sent last: announcement, events and COMMIT travel together, and the server needs nothing from the client in between. A
 * client that is stopped or cut off before that has announced nothing. One that stops while it sends is ended with its
 * transaction: from PostgreSQL 17 on by the server, soon after its deadline; before that by the engines whose readers it holds up
 * ({@code SilentHolders}), because that server has no timeout between two messages of a statement. A
 * reader that has met events which are not settled is woken by {@code OutboxWatch} when they are: a transaction that is
 * rolled back sends no notification.
 *
 * <p><b>Doorbells</b> of other processes are rung by NOTIFY after the commit, coalesced, with the hashes of the keys
 * that they concern. A notification may be lost; then the fallback poll of each engine serves the calls that wait.
 *
 * <table>
 * <caption>What goes wrong, and what it leads to</caption>
 * <tr><td>the server is gone</td><td>{@code transport}; the pool connects again when it is back</td></tr>
 * <tr><td>COMMIT got no answer</td><td>the server is asked what became of the transaction; unknown stays unknown</td></tr>
 * <tr><td>a client is stopped or cut off in a transaction</td><td>the server ends its session at the deadline</td></tr>
 * <tr><td>the same while it sends events, before PostgreSQL 17</td><td>an engine that waits for them ends its session</td></tr>
 * <tr><td>a row is held by a foreign transaction</td><td>the unit waits until its deadline, no other does</td></tr>
 * <tr><td>a pooler swallows LISTEN</td><td>logged once; all doorbells are rung every second</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.store.postgres;

import org.jspecify.annotations.NullMarked;
