/**
 * How a call becomes a transaction: load under lock, let a rule decide, store the decision, answer after the commit.
 *
 * <p>A {@link io.flowfabric.engine.command.Command} names the records that it wants, by family, and the rule that
 * decides about them. The rule is pure, since it may be evaluated more than once: on a cached execution, on the loaded
 * row, and again after a rollback. The {@link io.flowfabric.engine.command.CommandExecutor} passes commands to a {@link
 * io.flowfabric.engine.command.Batcher}, which lets those that arrive together share a transaction. A {@link
 * io.flowfabric.engine.command.CommandBatch} is such a transaction:
 *
 * <ol>
 *   <li>Commands about one execution that is in the {@link io.flowfabric.engine.command.LeasedExecutionCache} are
 *       decided on the cached state and written on condition that the version of the row is still the same.
 *   <li>For the other commands, the records of each family are loaded and locked as a set, in the lock order of {@link
 *       io.flowfabric.engine.store}, without waiting for rows.
 *   <li>Commands about one record are decided in the order in which they arrived, each on the state that the one before
 *       it left in memory. The result is written once where the kinds of change allow it.
 *   <li>The transaction commits, and every command has its answer. A refusal is the answer to its own command only.
 * </ol>
 *
 * <table>
 * <caption>What else happens to a command</caption>
 * <tr><td>the cached execution is out of date, or does not suffice</td><td>the command and those behind it are decided
 * on the loaded row, in the same transaction</td></tr>
 * <tr><td>another transaction holds a record that it wants</td><td>it has no answer yet, nor has a later command about
 * any of its records; they are tried again in their order until their deadlines</td></tr>
 * <tr><td>the transaction rolls back because of one command</td><td>all its commands are decided anew, in halves, until
 * the failing one is alone</td></tr>
 * <tr><td>the store cannot be reached</td><td>all its commands fail alike</td></tr>
 * <tr><td>too many calls or bytes wait for a transaction</td><td>a new command is refused with {@code
 * resource_exhausted}, and nothing is written</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.engine.command;

import org.jspecify.annotations.NullMarked;
