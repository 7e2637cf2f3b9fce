/**
 * The store in one SQLite file, or in memory.
 *
 * <h2>Who may touch the file</h2>
 *
 * <p>One thread of a store writes ({@link io.flowfabric.store.sqlite.writer.GroupCommitWriter}); it runs whatever is queued as
 * one transaction and answers after the commit. Readers have connections of their own and never block it
 * ({@link io.flowfabric.store.sqlite.writer.ReadPool}). Several processes, several stores of one process and the host's own
 * connections may use the same file.
 *
 * <p>Another thread writes the log back into the file, with a connection of its own that it opens for that; commits do not wait
 * for it. Only when the log has become very long does the writer do the rest ({@link
 * io.flowfabric.store.sqlite.opening.CheckpointPace}).
 *
 * <h2>Taking turns</h2>
 *
 * <p>SQLite's busy handler lets the process go first that happens to poll at the right moment, and one may starve. Our
 * writers therefore queue outside of SQLite, on two bytes of the side file {@code <database>-turn}: take <em>next</em>,
 * take <em>write</em>, release <em>next</em>. Only the holder of <em>next</em> competes for <em>write</em>, so a writer
 * that has just committed cannot overtake the one that waits. Lock order: the permit of the JVM, <em>next</em>,
 * <em>write</em>, then SQLite's own write lock. The operating system drops the locks of a process that dies.
 *
 * <p>The same side file holds a counter, mapped into memory, that a writer raises after each commit. Another process
 * learns of a commit by reading it, without a system call.
 *
 * <h2>What a failure leads to</h2>
 *
 * <table>
 *   <caption>Failures of a group of units</caption>
 *   <tr><th>failure</th><th>consequence</th></tr>
 *   <tr><td>a unit throws</td><td>its savepoint is rolled back, its caller gets the error, its neighbours commit</td></tr>
 *   <tr><td>the error ended the transaction</td><td>the whole group fails as not applied, the writer goes on</td></tr>
 *   <tr><td>the host holds the write lock</td><td>tried again until the deadlines pass</td></tr>
 *   <tr><td>COMMIT fails</td><td>rolled back, reported as not applied</td></tr>
 *   <tr><td>the deadline passes in the queue</td><td>withdrawn, reported as not applied</td></tr>
 *   <tr><td>the deadline passes while it runs</td><td>reported as unknown, the group commits or fails as it would</td></tr>
 *   <tr><td>the disk is full</td><td>a retryable transport error; the next group tries again</td></tr>
 *   <tr><td>the connection is broken</td><td>a new one is opened for the next group</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.store.sqlite;

import org.jspecify.annotations.NullMarked;
