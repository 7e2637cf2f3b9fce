package io.flowfabric.engine.ops;

import io.flowfabric.engine.Operation;

/**
 * A call that found nothing to answer yet.
 *
 * @param parked whether it waits to be woken; false while it looks, and when a wake-up came that it has not followed yet
 */
public record WaitingCall(Operation<?, ?> operation, Object arguments, boolean parked) {}
