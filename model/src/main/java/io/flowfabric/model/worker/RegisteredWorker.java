package io.flowfabric.model.worker;

import io.flowfabric.model.Times;
import io.flowfabric.model.id.WorkerId;

/**
 * A registered worker.
 *
 * @param workerId the pool it belongs to
 * @param registeredAtMs when it registered first; a repeated registration of a live worker keeps it
 * @param lastHeartbeatMs when it last sent a heartbeat; never moves backwards
 */
public record RegisteredWorker(
        WorkerKey key, WorkerId workerId, WorkerOffer offer, long registeredAtMs, long lastHeartbeatMs) {

    /** When it stops counting as alive, unless it sends a heartbeat before. */
    public long livenessEndsAt() {
        return Times.plus(lastHeartbeatMs, offer.livenessTtlMs());
    }

    /** The worker with a heartbeat at the given time. */
    public RegisteredWorker heardAt(long now) {
        return new RegisteredWorker(key, workerId, offer, registeredAtMs, Math.max(lastHeartbeatMs, now));
    }
}
