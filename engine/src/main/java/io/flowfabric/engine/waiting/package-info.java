/**
 * Long polls: calls that find nothing to answer wait until a commit gives them a reason to query again, for as long as
 * their caller allows.
 *
 * <p>Who registers. A {@link io.flowfabric.engine.waiting.LongPoll} names a {@link
 * io.flowfabric.engine.store.wakeup.WakeUpSource}: a doorbell of the store, narrowed to the keys that concern the call
 * (lanes, an execution, a cursor, families of events). {@link io.flowfabric.engine.waiting.LongPolls} carries it out,
 * on the thread of its caller ({@code await}) or without a thread ({@code park}), and registers it from its first wait
 * until it ends. Parked calls with the same keys share one registration, and a small pool of threads takes their steps.
 *
 * <p>How no wake-up is lost within a process. Each step does the following, in this order:
 *
 * <ol>
 *   <li>read the position of the doorbell;
 *   <li>query the store;
 *   <li>without an answer, register, unless registered already;
 *   <li>compare: if one of the keys was rung after the position, take the next step at once, otherwise sleep.
 * </ol>
 *
 * A commit rings after it has become visible, so it is either seen by the query, or its ring moves the position.
 *
 * <table>
 * <caption>Who wakes a waiting call</caption>
 * <tr><td>a commit of this process</td><td>the store rings the doorbells of the keys that the changes concern</td></tr>
 * <tr><td>a commit of another process</td><td>the store is notified and rings the same keys, or all of them when it
 * does not know which; such a notification may be lost</td></tr>
 * <tr><td>the timers</td><td>for what becomes claimable as time passes, without a commit: the end of a grace period or
 * of a grant</td></tr>
 * <tr><td>the retry of an incomplete poll</td><td>for rows that another transaction held and unlocks without a
 * change</td></tr>
 * <tr><td>the fallback poll</td><td>for notifications that were lost</td></tr>
 * <tr><td>shutdown</td><td>every waiting call is answered with what it has found so far</td></tr>
 * </table>
 *
 * <p>Who queries. A woken call queries for itself, with two exceptions. Claims with an equal claim filter share their
 * empty polls (below). Calls that await results share one query when all executions were rung at once, because it is
 * not known which of them have ended ({@link io.flowfabric.engine.waiting.ResultWatcher}). While nothing rings, waiting
 * calls make no queries of their own, except to retry an incomplete poll, and at a known time, such as the end of a
 * cursor's lease.
 *
 * <p>What a lost wake-up costs. Time, never an answer: at most the interval of the {@link
 * io.flowfabric.engine.waiting.FallbackPoll}, 20 seconds by default. Once per interval the first call that notices
 * makes one query for everything that is registered in this process, and rings the keys of what was missed. An idle
 * process thus makes three such queries a minute, however many calls wait.
 *
 * <p>Shared empty polls. A claim that finds nothing stores an {@link io.flowfabric.engine.waiting.PollSource.EmptyPoll}
 * under its filter, with the position before its query. A later claim with an equal filter that may wait does not query
 * until one of its lanes rings. What a poll left behind decides whether it can be shared:
 *
 * <table>
 * <caption>What a claim poll left behind, and what follows</caption>
 * <tr><td>nothing</td><td>it is shared; the next poll follows a wake-up</td></tr>
 * <tr><td>more, because it reached its limit</td><td>it is not shared: every claim that is woken or arrives
 * polls</td></tr>
 * <tr><td>an execution that is granted to another worker</td><td>it is not shared; the timers ring when the grant has
 * ended</td></tr>
 * <tr><td>rows that another transaction held, or lanes that it did not read</td><td>one of the waiting calls repeats it
 * after 5 ms, each time a quarter later, up to 250 ms; a claim that arrives polls at once</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.engine.waiting;

import org.jspecify.annotations.NullMarked;
