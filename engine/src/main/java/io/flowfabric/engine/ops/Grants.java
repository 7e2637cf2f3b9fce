package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.GrantRequest;
import io.flowfabric.engine.rules.GrantRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueReclaimGrant;
import java.util.List;
import java.util.UUID;

/** Giving one worker the permission to acquire one execution. */
final class Grants {
    private final Calls calls;

    Grants(Calls calls) {
        this.calls = calls;
    }

    GrantOutcome issueClaimGrant(IssueClaimGrant args) {
        var request = request(args.workerId(), args.workerInstanceId(), args.workerCapabilities(), args.grantTtlMs());
        return calls.onExisting(
                args.executionId(), 0, (loaded, now) -> GrantRules.issueClaimGrant(loaded, request, now));
    }

    GrantOutcome issueReclaimGrant(IssueReclaimGrant args) {
        var request = request(args.workerId(), args.workerInstanceId(), args.workerCapabilities(), args.grantTtlMs());
        return calls.onExisting(
                args.executionId(), 0, (loaded, now) -> GrantRules.issueReclaimGrant(loaded, request, now));
    }

    /** Fails for a duration or capabilities that no grant can have, before the store is asked. */
    private static GrantRequest request(
            WorkerId worker, WorkerInstanceId instance, List<String> capabilities, long ttlMs) {
        Calls.require(GrantRequest.checkTtl(ttlMs));
        return new GrantRequest(
                UUID.randomUUID().toString(), worker, instance, CapabilitySet.ofWorkerAtGrant(capabilities), ttlMs);
    }
}
