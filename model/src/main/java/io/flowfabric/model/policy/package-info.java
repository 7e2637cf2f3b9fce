/**
 * How an execution wants to be treated: retries, timeouts, limits, admission and routing.
 *
 * <p>A policy is frozen when the execution is created and stored as the text that
 * {@link io.flowfabric.model.policy.PolicyJson} writes. Creation is strict: what cannot be honoured is refused before
 * anything is stored. Only the retry object handed to a single failure is read leniently, by
 * {@link io.flowfabric.model.policy.retry.RawRetryPolicy}.
 */
@NullMarked
package io.flowfabric.model.policy;

import org.jspecify.annotations.NullMarked;
