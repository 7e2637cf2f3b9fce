/**
 * The store on PostgreSQL 14 and later. Any number of processes may use one database.
 *
 * <p>Units run in transactions of their own at read committed. Whoever wants to change executions locks their rows first,
 * in the order of their ids; claims pass over rows that are locked. Time is read from the server after the locks are
 * held. A unit that met a deadlock, a serialisation failure or a concurrent insert of the same id is run again.
 *
 * <p><b>The outbox.</b> Event numbers come from one sequence and are drawn after the row locks are held, so the events of
 * one execution are numbered in the order of its changes. A transaction that will append first reads the sequence and
 * takes a shared advisory lock whose key carries what it read; it can only draw higher numbers. A reader reads the
 * sequence, then the lowest such key that anybody holds, and knows that everything up to the smaller of the two is
 * settled: each of the three statements has a snapshot of its own, in exactly this order. A foreign transaction holds no
 * such lock and delays nobody.
 *
 * <p>From the announcement to the end of its transaction all readers wait. So everything that a transaction appends is
 * sent last: announcement, events and COMMIT travel together, and the server needs nothing from the client in between. A
 * client that is stopped or cut off before that has announced nothing; one that stops while it sends is ended by the server, with its
 * transaction, soon after its deadline. A reader that has met events which are not settled is rung by {@code OutboxWatch} when they are:
 * a transaction that is rolled back rings nothing.
 *
 * <p><b>Doorbells</b> are sent by NOTIFY after the commit, coalesced, and may be lost; whoever waits looks again now and then.
 *
 * <table>
 * <caption>What goes wrong, and what it leads to</caption>
 * <tr><td>the server is gone</td><td>{@code transport}; the pool connects again when it is back</td></tr>
 * <tr><td>COMMIT got no answer</td><td>the server is asked what became of the transaction; unknown stays unknown</td></tr>
 * <tr><td>a client is stopped or cut off in a transaction</td><td>the server ends its session at the deadline</td></tr>
 * <tr><td>a row is held by a foreign transaction</td><td>the unit waits until its deadline, nobody else does</td></tr>
 * <tr><td>a pooler swallows LISTEN</td><td>said once in the log; all bells are rung every second</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.store.postgres;

import org.jspecify.annotations.NullMarked;
