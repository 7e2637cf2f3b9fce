package io.flowfabric.model.worker;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;

/** What a registered worker is known by. The same instance id in two namespaces is two workers. */
public record WorkerKey(Namespace namespace, WorkerInstanceId workerInstanceId) {}
