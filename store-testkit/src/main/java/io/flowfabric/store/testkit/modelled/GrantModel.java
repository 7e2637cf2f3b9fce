package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.grant.IssueReclaimGrant;
import java.util.List;

/** Permissions to acquire. */
final class GrantModel {
    private final World world;

    GrantModel(World world) {
        this.world = world;
    }

    GrantOutcome issueClaimGrant(IssueClaimGrant args, Answer<GrantOutcome> actual) {
        var request = request(
                MintedIds.grantKey(actual),
                args.workerId(),
                args.workerInstanceId(),
                args.workerCapabilities(),
                args.grantTtlMs());
        return world.onExisting(args.executionId(), (loaded, now) -> GrantRules.issueClaimGrant(loaded, request, now));
    }

    GrantOutcome issueReclaimGrant(IssueReclaimGrant args, Answer<GrantOutcome> actual) {
        var request = request(
                MintedIds.grantKey(actual),
                args.workerId(),
                args.workerInstanceId(),
                args.workerCapabilities(),
                args.grantTtlMs());
        return world.onExisting(
                args.executionId(), (loaded, now) -> GrantRules.issueReclaimGrant(loaded, request, now));
    }

    private static GrantRequest request(
            String key, WorkerId worker, WorkerInstanceId instance, List<String> capabilities, long ttlMs) {
        OperationModel.require(GrantRequest.checkTtl(ttlMs));
        return new GrantRequest(key, worker, instance, CapabilitySet.ofWorkerAtGrant(capabilities), ttlMs);
    }
}
