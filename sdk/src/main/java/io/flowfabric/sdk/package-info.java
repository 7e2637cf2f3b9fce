/**
 * What a Java program touches: {@link io.flowfabric.sdk.FlowFabric} submits, waits and works.
 *
 * <h2>How a worker works</h2>
 *
 * <p>The store decides who owns an execution; a worker only ever believes less than the store does. It counts a lease on
 * its own monotonic clock from the moment <em>before</em> the claim or the renewal was sent, so its count ends no later
 * than the lease itself, whatever the two clocks say.
 *
 * <p>A claimer thread takes free slots and claims at most that many executions; each runs on a thread of its own. When
 * its handler has ended, the slot is free for the next claim while the outcome is being stored. As many outcomes may be
 * under way as there are slots. A keeper renews the leases of all of them in one call, each at the latest a third of its
 * time after it was claimed or last renewed. A watch follows what happens to leases, so that a revoke is known at once;
 * the own clock and the renewals would tell too, only later.
 *
 * <table>
 * <caption>What happens when something fails</caption>
 * <tr><td>a claim fails</td><td>claimed again after 50 ms, doubling to a second</td></tr>
 * <tr><td>a renewal gets no answer</td><td>renewed again a third of the lease later</td></tr>
 * <tr><td>a renewal is refused for good, the lease was revoked, or it has run out on the own clock</td>
 *     <td>the task is no longer owned, its thread is interrupted, its outcome is dropped</td></tr>
 * <tr><td>a heartbeat fails</td><td>sent again at the next one; the work goes on</td></tr>
 * <tr><td>the revokes cannot be followed</td><td>followed again after 50 ms, doubling to a second</td></tr>
 * <tr><td>an outcome gets no answer</td><td>sent again while the lease lasts; the engine recognises a repetition</td></tr>
 * <tr><td>an outcome is refused</td><td>logged and dropped: somebody else owns the execution or has ended it</td></tr>
 * <tr><td>a handler throws an error of the virtual machine</td><td>nothing is reported; another worker takes over</td></tr>
 * <tr><td>the process dies</td><td>the leases run out, and other workers take over</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.sdk;

import org.jspecify.annotations.NullMarked;
