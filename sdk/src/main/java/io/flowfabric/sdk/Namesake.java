package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ListWorkers;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * Whether a worker lives under an id that another wants to start with. The registry is only read: a start that is refused
 * must not keep the entry of a worker alive that has died, nor change what a living one offers.
 */
final class Namesake {
    private static final int PAGE = 100;

    private Namesake() {}

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

    /** Entries come by id, so that few lie between an id and the same without its last letter, however many there are. */
    private static Optional<WorkerKey> key(WorkerIdentity identity, String stem) {
        return stem.isEmpty()
                ? Optional.empty()
                : Optional.of(new WorkerKey(identity.namespace(), new WorkerInstanceId(stem)));
    }
}
