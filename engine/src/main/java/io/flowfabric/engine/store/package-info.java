/**
 * What a store has to be. A store persists and decides nothing: it loads sets of records under lock, applies typed
 * changes, appends events, and tells the time.
 *
 * <p>Protocol. {@link io.flowfabric.engine.store.Store#write} runs a unit in a transaction, alone or in a group that
 * commits together; an exception of one unit does not affect its neighbours. The answer is given after the commit: when
 * the future completes, the change is durable. Lock order everywhere: workers, flow, edge group, executions by id,
 * attempts, grants, cursors, budgets, quotas; within a family by key. Workers come first, because a registration
 * releases executions that waited for it. {@link io.flowfabric.engine.store.Tx#now} is read after the locks are held
 * and never lies before the newest time on what was loaded.
 *
 * <p>Families. A transaction leads to families of records ({@code executions()}, {@code workers()}, …), which read,
 * load and lock sets; {@link io.flowfabric.engine.store.WriteTx#apply} writes changes of all families. What belongs to
 * a record and is found by its key, as a grant by its execution, is read by a statement of its own after the record is
 * locked, and is written only by transactions that hold that lock.
 *
 * <table>
 * <caption>What goes wrong, and what it leads to</caption>
 * <tr><td>the queue of writes is full</td><td>{@code resource_exhausted} at once, nothing written</td></tr>
 * <tr><td>the deadline passes in the queue</td><td>{@code timeout}, nothing written</td></tr>
 * <tr><td>another transaction holds a row or a table</td><td>the unit is run again until its deadline, then
 *     {@code timeout}, nothing written; neighbours do not wait with it</td></tr>
 * <tr><td>the deadline passes during the commit</td><td>{@code timeout} that says the outcome is unknown</td></tr>
 * <tr><td>the medium fails</td><td>{@code transport}; the store continues when the condition is gone</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.engine.store;

import org.jspecify.annotations.NullMarked;
