package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is handed to workers: claims and their handles, which they keep and show later, perhaps too late. */
final class IssuedHandles {
    private static final int KEPT = 80;

    private final BackendTag backend;
    private final List<HandlePayload> kept = new ArrayList<>();

    IssuedHandles(BackendTag backend) {
        this.backend = backend;
    }

    BackendTag backend() {
        return backend;
    }

    /** What a handle says; fails when it is damaged or belongs to another kind of store. */
    HandlePayload open(Handle handle) {
        return HandleCodec.open(handle, backend);
    }

    /** What was handed out lately, the newest last. */
    List<HandlePayload> kept() {
        return kept;
    }

    /** The newest handle on an execution. */
    Optional<HandlePayload> newest(ExecutionId id) {
        return kept.stream().filter(lease -> lease.executionId().equals(id)).reduce((older, newer) -> newer);
    }

    /** The handle of a lease that was just acquired. */
    Handle give(Acquired acquired, long leaseTtlMs) {
        Execution e = acquired.execution();
        var attempt = e.openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        var lease = new HandlePayload(
                e.id(),
                attempt.index(),
                attempt.id(),
                holder.leaseId(),
                holder.epoch(),
                leaseTtlMs,
                e.identity().lane().value(),
                holder.workerInstanceId().value());
        keep(lease);
        return new Handle(backend, acquired.kind(), HandleCodec.encode(backend, lease));
    }

    /** The execution as its worker gets it. */
    Claim give(Acquired acquired, ExecutionContent content, long leaseTtlMs) {
        var handle = give(acquired, leaseTtlMs);
        Execution e = acquired.execution();
        var attempt = e.openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        return new Claim(
                handle,
                e.id(),
                content.executionKind(),
                e.identity().namespace(),
                e.identity().lane(),
                attempt.index(),
                attempt.id(),
                acquired.kind() == HandleKind.RESUMED ? Optional.empty() : Optional.of(attempt.type()),
                holder.leaseId(),
                holder.epoch(),
                e.lease().orElseThrow().expiresAt(),
                e.dueTimes().attemptEndsBy(),
                content.input(),
                content.tags().asMap());
    }

    private void keep(HandlePayload lease) {
        kept.add(lease);
        if (kept.size() > KEPT) {
            kept.remove(0);
        }
    }
}
