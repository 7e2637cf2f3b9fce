package io.flowfabric.engine.rules.claim;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.Times;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import java.util.Optional;

/** A worker's request for a grant: its capabilities, and for how long. */
public record GrantRequest(
        String grantKey, WorkerId workerId, WorkerInstanceId workerInstanceId, CapabilitySet capabilities, long ttlMs) {

    /** Refuses a duration outside 1…60000, before anything is read. */
    public static Optional<EngineError> checkTtl(long ttlMs) {
        return Limits.named("grant_ttl_ms").check("grant_ttl_ms", ttlMs);
    }

    public Grant grant(Execution e, GrantKind kind, long now) {
        return new Grant(grantKey, e.id(), kind, workerId, workerInstanceId, now, Times.plus(now, ttlMs));
    }
}
