package io.flowfabric.model.cursor;

import io.flowfabric.model.id.SubscriberId;

/**
 * The right of one subscriber to handle the events behind a named cursor.
 *
 * @param expiresAt from this moment on another may take over, in milliseconds since the epoch by the store's clock
 */
public record CursorLease(SubscriberId holder, long expiresAt) {

    /** Whether another may take over; at equality it may. */
    public boolean isExpiredAt(long now) {
        return expiresAt <= now;
    }
}
