/**
 * One scheduler for everything that falls due: expired leases, delays and backoffs, attempt timeouts, deadlines,
 * workers that are no longer heard of, and retention.
 *
 * <p>It queries the store for the next due time and sleeps until then; it is woken early when a commit sets an earlier
 * due time here, or another process has committed. Any number of processes may run one on the same store: they lock
 * what is due and skip what others hold, so each item is done by one of them. A pass that could do nothing although
 * something is due is followed by a pause.
 *
 * <p>An expired lease is offered to claimers when its grace period ends. Nothing is written then, so each process wakes
 * its own claimers: its timers remember the last lease that they offered and query the store for the next. At the
 * reclaim cap they end the execution instead, as would the first claimer that meets it. The end of an unused grant is
 * announced in the same way.
 *
 * <p>Executions that are blocked by route have no due time either. The query for the next due time says whether there
 * are any, and only then the timers check every five seconds whether a live worker can run them.
 *
 * <p>An item that fails does not hold up the others: its transaction is halved until it is alone, and after three
 * failures in a row it is skipped for ten passes. Nor does a kind of work that throws an unexpected exception: it runs
 * again five seconds later.
 */
@NullMarked
package io.flowfabric.engine.timers;

import org.jspecify.annotations.NullMarked;
