/** Retry policies: how often a failed attempt is retried, after which delay, and for which failures. */
@NullMarked
package io.flowfabric.model.policy.retry;

import org.jspecify.annotations.NullMarked;
