package io.flowfabric.model.op.worker;

import io.flowfabric.model.json.Outcome;

/** What came of {@code heartbeat_worker}. */
public sealed interface HeartbeatWorkerOutcome extends Outcome {
    /** The worker counts as alive until then. */
    record Refreshed(long nextExpiryMs) implements HeartbeatWorkerOutcome {}

    /** No such worker is alive; it has to register again. */
    record NotRegistered() implements HeartbeatWorkerOutcome {}
}
