package io.flowfabric.sdk.worker;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;

/** The identity of a worker: its pool, its instance, its namespace and its capabilities. */
record WorkerIdentity(
        WorkerId workerId, WorkerInstanceId instanceId, Namespace namespace, CapabilitySet capabilities) {}
