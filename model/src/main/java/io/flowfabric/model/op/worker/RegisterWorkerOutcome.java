package io.flowfabric.model.op.worker;

import io.flowfabric.model.json.Outcome;

/** What came of {@code register_worker}. */
public sealed interface RegisterWorkerOutcome extends Outcome {
    /** The worker is new, or its liveness had ended. */
    record Registered() implements RegisterWorkerOutcome {}

    /** The worker was alive; its offer is the new one. */
    record Refreshed() implements RegisterWorkerOutcome {}
}
