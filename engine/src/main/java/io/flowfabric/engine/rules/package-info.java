/**
 * The state machine. Every rule about executions is a pure function here and nowhere else: it takes what was loaded
 * and what is asked, with the store's time, ids and random draws passed in, and answers a
 * {@link io.flowfabric.engine.rules.Decision}.
 *
 * <p>A decision is an answer (an outcome or a refusal), the typed changes that make it true, and the events that report
 * it. All of it is stored in one transaction, or none. A refusal may change something too: a fenced call that meets a
 * lease past its end marks it expired, and that mark is kept.
 *
 * <p>Authority over an execution, in the order in which it is tested by {@link
 * io.flowfabric.engine.rules.lease.Fencing}: the phase must be active, the lease neither revoked nor expired by the
 * store's clock, and the caller's lease id, epoch and attempt id those of the holder. The epoch grows with every
 * acquisition and never otherwise, so two holders never share one and a write by an earlier holder is always detected.
 */
@NullMarked
package io.flowfabric.engine.rules;

import org.jspecify.annotations.NullMarked;
