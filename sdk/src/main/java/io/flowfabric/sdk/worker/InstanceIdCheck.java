package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.sdk.internal.Pages;
import java.util.Optional;

/**
 * Checks whether a live worker is registered under an instance id. Only reads the registry: a refused start must
 * neither keep the entry of a dead worker alive, nor change what a live one offers.
 */
final class InstanceIdCheck {
    private static final int PAGE = 100;

    private InstanceIdCheck() {}

    static boolean lives(Engine engine, WorkerIdentity identity) {
        String wanted = identity.instanceId().value();
        String stem = wanted.substring(0, wanted.offsetByCodePoints(wanted.length(), -1));
        return Pages.stream((Optional<WorkerKey> after) -> {
                    var page = engine.call(
                            Catalogue.LIST_WORKERS,
                            new ListWorkers(
                                    Optional.of(identity.namespace()), after.or(() -> key(identity, stem)), PAGE));
                    return new Pages.Page<>(page.entries(), page.cursor());
                })
                .map(entry -> entry.workerInstanceId().value())
                .takeWhile(id -> id.startsWith(stem))
                .anyMatch(wanted::equals);
    }

    /** Entries are ordered by id, so few lie between an id and the same id without its last letter. */
    private static Optional<WorkerKey> key(WorkerIdentity identity, String stem) {
        return stem.isEmpty()
                ? Optional.empty()
                : Optional.of(new WorkerKey(identity.namespace(), new WorkerInstanceId(stem)));
    }
}
