/**
 * Event subscriptions: a named cursor, one handler at a time, at least once and in commit order. Public API, except for
 * {@code RunningSubscriptions}, which is public only for the SDK itself.
 */
@NullMarked
package io.flowfabric.sdk.event;

import org.jspecify.annotations.NullMarked;
