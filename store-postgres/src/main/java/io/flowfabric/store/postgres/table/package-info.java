/**
 * Tables and queries of the PostgreSQL store, one class per family.
 *
 * <p><b>Entries.</b> The row of an execution is written with every change, so its table has no index but the primary key: the new
 * version stays on the page of the old one, and no index is touched. What else executions are found by stands in tables of
 * entries ({@link io.flowfabric.store.postgres.table.EntryKind}): the order of each queue, for first submissions and for what
 * comes back; what waits for a capable worker; due times by kind; ends of leases; what has ended. Which entries an execution
 * has follows from its row. The statement that writes rows changes their entries, too, for exactly those it has written.
 *
 * <p>The lock of an execution is its row; entries are locked by nothing but being removed. Two things must hold at read committed:
 *
 * <ul>
 *   <li><b>An execution that may be claimed, or has a due time, has its entry.</b> Rows and entries are changed by one statement of one
 *       transaction, so every snapshot sees both as they were or both as they are. A change of a row is guarded by its
 *       version. The statement's snapshot shows the entries that belong to that version: the version was committed, or written by
 *       the same transaction, before the statement began; and every change of entries moves the version. So what is
 *       removed is what that version had. An entry that another transaction adds later is added under the row's lock, after this
 *       transaction has ended, and is not seen by it.
 *   <li><b>An entry without its execution does no harm.</b> A statement that reads entries and locks rows in one go may find, when it has
 *       the lock, that the row has changed since its snapshot. It checks the row by itself: its state, for due times also the
 *       moment. What does not fit is passed over. A claim counts it among what it has passed over, so that an empty answer is not
 *       trusted; the transaction that has changed the row rings for whatever it made claimable.
 * </ul>
 *
 * <table>
 * <caption>What may happen between reading an entry and locking its row</caption>
 * <tr><td>another claim takes it</td><td>the row is locked, or its state is another: passed over and counted</td></tr>
 * <tr><td>it is cancelled, delayed, blocked</td><td>its state is another: passed over and counted</td></tr>
 * <tr><td>its priority changes</td><td>it is answered with the new one: as if claimed before others that are ahead now</td></tr>
 * <tr><td>it is promoted or reclaimed</td><td>it has a new entry, which a later statement finds; its commit rings</td></tr>
 * <tr><td>a lease is renewed</td><td>the end in the row is later than the entry says: passed over by the timers</td></tr>
 * <tr><td>it is replayed while it is being purged</td><td>it has not ended any more: passed over</td></tr>
 * <tr><td>it is purged</td><td>there is no row: passed over and counted</td></tr>
 * </table>
 *
 * <p>What callers submit in transactions of their own stands among what comes back, although it was never tried: it may be committed
 * when claims are past its place. The row says so by the number of its vector; the record in memory does not. So a change that
 * takes an execution out of the first submissions removes its entry from both tables.
 */
@NullMarked
package io.flowfabric.store.postgres.table;

import org.jspecify.annotations.NullMarked;
