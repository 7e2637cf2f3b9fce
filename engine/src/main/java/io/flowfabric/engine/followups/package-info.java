/**
 * What follows from a commit for other records.
 *
 * <p>A rule that wants another record changed says so in its decision, as a {@link
 * io.flowfabric.engine.rules.FollowUp}. The follow-up is a row, written in the transaction of its cause; so it exists
 * if and only if the cause does, and the cause costs one row however much follows from it.
 *
 * <p>Protocol. The commit rings {@code followUps} of {@link io.flowfabric.engine.store.wakeup.Doorbells}, here and in
 * other processes. The dispatcher of each process then reads which kinds have follow-ups that are due, and carries them
 * out page by page: one transaction locks the follow-up, passing over those that others hold, changes the records of
 * one page, and removes the follow-up or keeps its position. Position and effect commit together, so each page takes
 * effect once, whichever process carries it out. A handler must tolerate that the records have changed since the cause:
 * it decides on what it finds.
 *
 * <p>Lock order: the follow-up first, then as everywhere. The transaction of the cause inserts a row and locks none, so
 * the two do not wait for each other in a circle. No page waits for a row: what is held fails the page.
 *
 * <table>
 * <caption>What goes wrong, and what it leads to</caption>
 * <tr><td>the process ends between cause and effect</td><td>the timers of every process ask for the next due time of
 *     follow-ups with all other due times, and wake their dispatcher</td></tr>
 * <tr><td>a wake-up is lost</td><td>the same</td></tr>
 * <tr><td>a page fails</td><td>nothing of it is stored; the failure is counted in the row, and the next try is put off
 *     by 100 ms, doubling up to a minute; the others go on. It is never dropped</td></tr>
 * <tr><td>it fails five times in a row</td><td>{@code ff doctor} and the metrics show it</td></tr>
 * <tr><td>several fail together</td><td>each is tried alone</td></tr>
 * <tr><td>the store cannot be reached</td><td>the dispatcher retries every second</td></tr>
 * <tr><td>a newer program wrote a kind that this one does not know</td><td>this one skips it</td></tr>
 * </table>
 *
 * <p>An engine without timers has no dispatcher threads either: its writing calls carry out what they have caused
 * before they return.
 */
@NullMarked
package io.flowfabric.engine.followups;

import org.jspecify.annotations.NullMarked;
