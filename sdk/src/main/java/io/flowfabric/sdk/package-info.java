/**
 * The Java SDK: {@link io.flowfabric.sdk.FlowFabric} submits executions, waits for them, runs workers and event
 * subscriptions.
 *
 * <table>
 * <caption>Packages of the SDK</caption>
 * <tr><td>{@code sdk}</td><td>public API: opening, submitting, waiting, administration; {@code Policies} is public only
 *     for the SDK itself</td></tr>
 * <tr><td>{@code sdk.config}</td><td>public API: options</td></tr>
 * <tr><td>{@code sdk.task}</td><td>public API: what a handler uses</td></tr>
 * <tr><td>{@code sdk.worker}</td><td>public API: {@code Worker} and {@code WorkerBuilder}; the rest is
 *     internal</td></tr>
 * <tr><td>{@code sdk.event}</td><td>public API, except {@code RunningSubscriptions}</td></tr>
 * <tr><td>{@code sdk.payload}</td><td>public API: codecs</td></tr>
 * <tr><td>{@code sdk.remote}</td><td>public API for programs that need the engine of a server without the SDK:
 *     {@code RemoteEngine}, {@code RemoteSettings}, {@code Credentials}; the rest is internal</td></tr>
 * <tr><td>{@code sdk.internal} and below</td><td>internal; may change without notice</td></tr>
 * </table>
 *
 * <h2>How a worker works</h2>
 *
 * <p>The store decides which worker owns an execution; a worker never assumes more than the store does. It counts a
 * lease on its own monotonic clock from the moment <em>before</em> the claim or the renewal was sent, so its count ends
 * no later than the lease itself, whatever the two clocks say. In the same way it counts down the time after which the
 * store ends the attempt, or the whole execution, and stops in time.
 *
 * <p>A claimer thread takes free slots and claims at most that many executions; each runs on a thread of its own. When
 * its handler has ended, the slot is free for the next claim while the outcome is being stored. As many outcomes may be
 * in flight as there are slots. A keeper renews the leases of all of them in one call, each at the latest a third of
 * its time after it was claimed or last renewed. A watcher follows the lease events, so that a revoke is known at once;
 * the worker's own clock and the renewals would tell too, only later.
 *
 * <p>What is claimed before a handler is free is leased as not started, and its loss is not counted. A renewal says
 * that it has begun: a while after its handler has, or before, if it was reclaimed from a worker that may have died of
 * it. After a revoke the store keeps other workers away until the worker has acknowledged that its task knows, or until
 * the lease would have ended.
 *
 * <table>
 * <caption>What happens when something fails</caption>
 * <tr><td>a claim fails</td><td>claimed again after 50 ms, doubling to a second</td></tr>
 * <tr><td>a renewal gets no answer</td><td>renewed again a third of the lease later</td></tr>
 * <tr><td>a renewal is refused for good, the lease was revoked, or it has expired on the own clock</td>
 *     <td>the task is no longer owned, its thread is interrupted, its outcome is dropped</td></tr>
 * <tr><td>the attempt has timed out, or the deadline has come, on the own clock</td>
 *     <td>the same; the store does what the policy says a moment later</td></tr>
 * <tr><td>the message that a task has begun gets lost</td><td>the next renewal says it again</td></tr>
 * <tr><td>the acknowledgement of a revoke gets lost</td><td>sent again while the lease lasts; then it is not
 *     needed</td></tr>
 * <tr><td>a heartbeat fails</td><td>sent again at the next one; the work goes on</td></tr>
 * <tr><td>the revokes cannot be followed</td><td>followed again after 50 ms, doubling to a second</td></tr>
 * <tr><td>an outcome gets no answer</td><td>sent again while the lease lasts; the engine recognises a
 *     repetition</td></tr>
 * <tr><td>an outcome is refused</td><td>logged and dropped: another worker owns the execution, or it has
 *     ended</td></tr>
 * <tr><td>a handler throws an error of the virtual machine</td><td>nothing is reported; the lease expires, and another
 *     worker reclaims the execution</td></tr>
 * <tr><td>the process dies</td><td>the leases expire, and other workers reclaim the executions</td></tr>
 * </table>
 *
 * <h2>How a subscription works</h2>
 *
 * <p>Its name is a row of the store: a position in the outbox, a holder, the end of its lease, an epoch. The holder
 * handles the events after the position, one after the other on one thread; a keeper stores the position, which renews
 * the lease. The other subscribers are parked until the row is free: the release wakes them, or the end of the holder's
 * lease does. The holder counts the lease on its own clock, as a worker does.
 *
 * <table>
 * <caption>What happens when something fails</caption>
 * <tr><td>a handler fails</td><td>the event is handled again after 50 ms, doubling to a second, unless it is to be
 *     skipped; later ones wait</td></tr>
 * <tr><td>a position gets no answer</td><td>stored again, with the newest, before the lease ends</td></tr>
 * <tr><td>a position is refused, or the lease has expired on the own clock</td>
 *     <td>the handler is interrupted, its event left to the new holder, and the name waited for again</td></tr>
 * <tr><td>the process dies</td><td>another subscriber acquires the expired lease, and repeats what was handled and not
 *     stored</td></tr>
 * <tr><td>events were trimmed before they were read</td><td>the user is told, and the oldest event kept is
 *     next</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.sdk;

import org.jspecify.annotations.NullMarked;
