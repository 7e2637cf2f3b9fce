package io.flowfabric.engine.waiting;

import io.flowfabric.engine.catalogue.Operation;

/**
 * A call that found nothing to answer yet.
 *
 * @param parked whether it waits to be woken; false while it polls, and when a wake-up came that it has not followed
 *     yet
 */
public record WaitingCall(Operation<?, ?> operation, Object arguments, boolean parked) {}
