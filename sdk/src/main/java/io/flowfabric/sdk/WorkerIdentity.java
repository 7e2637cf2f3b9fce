package io.flowfabric.sdk;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;

/** Who claims, for whom, and what it can do. */
record WorkerIdentity(
        WorkerId workerId, WorkerInstanceId instanceId, Namespace namespace, CapabilitySet capabilities) {}
