package io.flowfabric.model.worker;

import io.flowfabric.model.Times;
import io.flowfabric.model.id.WorkerId;

/**
 * A registered worker.
 *
 * @param workerId the pool it belongs to
 * @param registeredAtMs when it registered first; a repeated registration of a live worker keeps it
 * @param lastHeartbeatMs when it was last heard of; never moves backwards
 */
public record Worker(WorkerKey key, WorkerId workerId, WorkerOffer offer, long registeredAtMs, long lastHeartbeatMs) {

    /** The moment at which it stops counting as alive, unless it is heard of before. */
    public long livenessEndsAt() {
        return Times.plus(lastHeartbeatMs, offer.livenessTtlMs());
    }

    /** The worker, heard of now. */
    public Worker heardAt(long now) {
        return new Worker(key, workerId, offer, registeredAtMs, Math.max(lastHeartbeatMs, now));
    }
}
