/**
 * What a store has to be. A store persists and decides nothing: it loads sets of records under lock, applies typed
 * changes, appends events, and tells the time.
 *
 * <p>Protocol. {@link io.flowfabric.engine.store.Store#write} runs a unit in a transaction, alone or in a group that
 * commits together; an exception of one unit does not touch its neighbours. The answer is given after the commit: when
 * the future completes, the change is durable. Lock order everywhere: flow, edge group, executions by id, attempts,
 * grants, budgets, quotas. {@link io.flowfabric.engine.store.Tx#now} is read after the locks are held and never lies
 * before the newest time on what was loaded.
 *
 * <table>
 * <caption>What goes wrong, and what it leads to</caption>
 * <tr><td>the queue of writes is full</td><td>{@code resource_exhausted} at once, nothing written</td></tr>
 * <tr><td>the deadline passes in the queue</td><td>{@code timeout}, nothing written</td></tr>
 * <tr><td>another transaction holds a row or a table</td><td>the unit is run again until its deadline, then
 *     {@code timeout}, nothing written; neighbours do not wait with it</td></tr>
 * <tr><td>the deadline passes during the commit</td><td>{@code timeout} that says the outcome is unknown</td></tr>
 * <tr><td>the medium fails</td><td>{@code transport}; the store works on when the condition is gone</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.engine.store;

import org.jspecify.annotations.NullMarked;
