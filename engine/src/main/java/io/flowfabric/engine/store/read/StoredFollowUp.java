package io.flowfabric.engine.store.read;

import io.flowfabric.engine.rules.FollowUp;

/**
 * A stored follow-up.
 *
 * @param number in the order of writing, never used again
 * @param failures how often it has failed since its position last moved
 */
public record StoredFollowUp(long number, FollowUp followUp, int failures) {
    /** The same at another position. */
    public StoredFollowUp movedTo(String position) {
        return new StoredFollowUp(number, followUp.from(position), 0);
    }
}
