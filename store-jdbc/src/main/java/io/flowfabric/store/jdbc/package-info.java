/**
 * What the SQL stores share: columns and rows of the model's records, conditions and results of queries, the numbers of
 * queues, and schema migrations. The statements themselves belong to the dialects: one class per family and dialect,
 * with the same names of constants, so that a diff shows what differs.
 *
 * <p>A migration is a numbered SQL file of a dialect, forward only. Its first line says whether programs that do not know
 * it may go on working with the schema. The ledger is a table that records each applied migration with the checksum of its
 * text and that annotation, written in the transaction of the migration itself and under a lock, so that any number of
 * processes may migrate at once.
 *
 * <table>
 *   <caption>What a program does when it opens a store</caption>
 *   <tr><th>the ledger</th><th>the program</th></tr>
 *   <tr><td>is missing, or below</td><td>applies what is pending if it may, else refuses to start</td></tr>
 *   <tr><td>equals</td><td>starts</td></tr>
 *   <tr><td>is ahead, by backward compatible migrations only</td><td>starts with a warning</td></tr>
 *   <tr><td>is ahead otherwise</td><td>refuses to start</td></tr>
 *   <tr><td>records another text for a migration, or has a hole</td><td>refuses to start</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.store.jdbc;

import org.jspecify.annotations.NullMarked;
