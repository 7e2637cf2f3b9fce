package io.flowfabric.model.lease;

import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;

/** The worker that holds, or last held, the lease of an attempt, and under which epoch. */
public record LeaseHolder(WorkerId workerId, WorkerInstanceId workerInstanceId, LeaseId leaseId, long epoch) {}
