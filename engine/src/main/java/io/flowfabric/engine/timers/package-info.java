/**
 * One scheduler for everything that falls due: expired leases, delays and backoffs, attempt timeouts, deadlines, workers
 * that are no longer heard of, and retention.
 *
 * <p>It sleeps until the next due moment, which it asks from the store, and is woken early when an earlier alarm is set
 * here or another process has committed. Any number of processes may run one on the same store: they lock what is due, passing
 * over what others hold, so each item is done by one of them. A pass that could do nothing although something is due is
 * followed by a pause.
 *
 * <p>A lapsed lease is offered to claimers when its grace period ends. Nothing is written then, so each process wakes its
 * own claimers: its timers remember the last lapse they offered and ask the store for the next. At the cap they end the
 * execution instead, as the claimer would that meets it first. The end of an unused grant is told in the same way.
 *
 * <p>Executions that are blocked by route set no alarm either. The question for the next due moment says whether there are
 * any, and only then somebody looks every five seconds whether a live worker can run them.
 *
 * <p>An item that fails does not hold up the others: its transaction is halved until it stands alone, and after three failures
 * it is left alone for a while. Neither does a kind
 * of work that a bug ends: it begins again five seconds later.
 */
@NullMarked
package io.flowfabric.engine.timers;

import org.jspecify.annotations.NullMarked;
