package io.flowfabric.testkit.contract;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.Claim;

/** Claims that differ from the true one in a single part. */
final class Impostor {
    private Impostor() {}

    static Claim withLease(Claim claim) {
        return forged(claim, LeaseId.mint(), claim.leaseEpoch(), claim.attemptId());
    }

    static Claim withEpoch(Claim claim, long epoch) {
        return forged(claim, claim.leaseId(), epoch, claim.attemptId());
    }

    static Claim withAttempt(Claim claim) {
        return forged(claim, claim.leaseId(), claim.leaseEpoch(), AttemptId.mint());
    }

    static Claim ofAnotherExecution(Claim claim, ExecutionId id) {
        return forged(claim, id, claim.leaseId(), claim.leaseEpoch(), claim.attemptId());
    }

    private static Claim forged(Claim claim, LeaseId leaseId, long epoch, AttemptId attemptId) {
        return forged(claim, claim.executionId(), leaseId, epoch, attemptId);
    }

    private static Claim forged(Claim claim, ExecutionId id, LeaseId leaseId, long epoch, AttemptId attemptId) {
        var backend = claim.handle().backend();
        var held = HandleCodec.open(claim.handle(), backend);
        var payload = new HandlePayload(
                id,
                held.attemptIndex(),
                attemptId,
                leaseId,
                epoch,
                held.leaseTtlMs(),
                held.laneId(),
                held.workerInstanceId());
        return new Claim(
                new Handle(backend, claim.handle().kind(), HandleCodec.encode(backend, payload)),
                id,
                claim.executionKind(),
                claim.namespace(),
                claim.laneId(),
                claim.attemptIndex(),
                attemptId,
                claim.attemptType(),
                leaseId,
                epoch,
                claim.leaseExpiresAt(),
                claim.mustEndBy(),
                claim.input(),
                claim.tags());
    }
}
