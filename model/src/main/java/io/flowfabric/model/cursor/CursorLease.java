package io.flowfabric.model.cursor;

/**
 * The right of one subscriber to handle the events behind a named cursor.
 *
 * @param expiresAt from then on another may acquire it, in milliseconds since the epoch by the store's clock
 */
public record CursorLease(SubscriberId holder, long expiresAt) {

    /** Whether another subscriber may acquire it; at equality it may. */
    public boolean isExpiredAt(long now) {
        return expiresAt <= now;
    }
}
