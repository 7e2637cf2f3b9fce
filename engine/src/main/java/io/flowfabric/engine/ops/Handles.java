package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.claim.Acquired;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.op.claim.Claim;
import java.util.Optional;

/** Turns leases into the handles that workers carry, and back. */
final class Handles {
    private final BackendTag backend;

    Handles(BackendTag backend) {
        this.backend = backend;
    }

    /** What a handle says; fails when it is damaged or belongs to another kind of store. */
    HandlePayload open(Handle handle) {
        return HandleCodec.open(handle, backend);
    }

    static Fence fence(HandlePayload payload) {
        return new Fence(payload.leaseId(), payload.leaseEpoch(), payload.attemptId());
    }

    /** The handle of a lease that was just acquired. */
    Handle handle(Acquired acquired, long leaseTtlMs) {
        Execution e = acquired.execution();
        var attempt = e.openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        var payload = new HandlePayload(
                e.id(),
                attempt.index(),
                attempt.id(),
                holder.leaseId(),
                holder.epoch(),
                leaseTtlMs,
                e.identity().lane().value(),
                holder.workerInstanceId().value());
        return new Handle(backend, acquired.kind(), HandleCodec.encode(backend, payload));
    }

    Claim claim(Acquired acquired, ExecutionContent content, long leaseTtlMs) {
        Execution e = acquired.execution();
        var attempt = e.openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        boolean goesOn = acquired.kind() == HandleKind.RESUMED;
        return new Claim(
                handle(acquired, leaseTtlMs),
                e.id(),
                content.executionKind(),
                e.identity().namespace(),
                e.identity().lane(),
                attempt.index(),
                attempt.id(),
                goesOn ? Optional.empty() : Optional.of(attempt.type()),
                holder.leaseId(),
                holder.epoch(),
                e.lease().orElseThrow().expiresAt(),
                e.dueTimes().attemptEndsBy(),
                content.input(),
                content.tags().asMap());
    }
}
