package io.flowfabric.testkit.contract;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.IssueReclaimGrant;
import io.flowfabric.model.op.ReclaimExecution;
import io.flowfabric.model.op.RegisterWorker;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Arguments of the calls by which a worker registers, or gets one particular execution. */
final class Ask {
    static final long GRANT_TTL_MS = 5000;

    private Ask() {}

    static WorkerId worker(String name) {
        return new WorkerId(name);
    }

    static WorkerInstanceId instance(String name) {
        return new WorkerInstanceId(name + "-1");
    }

    static RegisterWorker registration(
            String worker, Namespace namespace, LaneId lane, long livenessMs, String... capabilities) {
        return new RegisterWorker(
                worker(worker),
                instance(worker),
                namespace,
                List.of(lane),
                CapabilitySet.ofWorker(List.of(capabilities)),
                livenessMs);
    }

    static IssueClaimGrant claimGrant(ExecutionId id, String worker, String... capabilities) {
        return new IssueClaimGrant(
                id, ContractSuite.LANE, worker(worker), instance(worker), GRANT_TTL_MS, List.of(capabilities));
    }

    static IssueReclaimGrant reclaimGrant(ExecutionId id, String worker, String... capabilities) {
        return new IssueReclaimGrant(
                id, ContractSuite.LANE, worker(worker), instance(worker), GRANT_TTL_MS, List.of(capabilities));
    }

    static ClaimExecution claim(ExecutionId id, String worker) {
        return claim(id, worker, Optional.empty(), Optional.empty());
    }

    static ClaimExecution claim(
            ExecutionId id, String worker, Optional<LeaseId> leaseId, Optional<AttemptId> attemptId) {
        return new ClaimExecution(
                id,
                ContractSuite.LANE,
                worker(worker),
                instance(worker),
                ContractSuite.TTL_MS,
                leaseId,
                attemptId,
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    static ClaimResumedExecution resume(ExecutionId id, String worker) {
        return resume(id, worker, Optional.empty(), OptionalLong.empty());
    }

    static ClaimResumedExecution resume(
            ExecutionId id, String worker, Optional<LeaseId> leaseId, OptionalLong remainingMs) {
        return new ClaimResumedExecution(
                id, ContractSuite.LANE, worker(worker), instance(worker), ContractSuite.TTL_MS, leaseId, remainingMs);
    }

    static ReclaimExecution reclaim(ExecutionId id, String worker) {
        return reclaim(id, worker, OptionalInt.empty());
    }

    static ReclaimExecution reclaim(ExecutionId id, String worker, OptionalInt maxReclaims) {
        return reclaim(id, worker, Optional.empty(), Optional.empty(), maxReclaims);
    }

    static ReclaimExecution reclaim(
            ExecutionId id,
            String worker,
            Optional<LeaseId> leaseId,
            Optional<AttemptId> attemptId,
            OptionalInt maxReclaims) {
        return new ReclaimExecution(
                id,
                ContractSuite.LANE,
                worker(worker),
                instance(worker),
                ContractSuite.TTL_MS,
                leaseId,
                attemptId,
                maxReclaims);
    }

    static IssueGrantAndClaim operatorClaim(ExecutionId id) {
        return new IssueGrantAndClaim(id, ContractSuite.LANE, ContractSuite.TTL_MS);
    }
}
