package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.GrantRequest;
import io.flowfabric.engine.rules.GrantRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueReclaimGrant;
import java.util.UUID;

/** Giving one worker the permission to acquire one execution. */
final class Grants {
    private final Calls calls;

    Grants(Calls calls) {
        this.calls = calls;
    }

    GrantOutcome issueClaimGrant(IssueClaimGrant args) {
        Calls.require(GrantRequest.checkTtl(args.grantTtlMs()));
        var request = new GrantRequest(
                mintKey(),
                args.workerId(),
                args.workerInstanceId(),
                CapabilitySet.ofWorkerAtGrant(args.workerCapabilities()),
                args.grantTtlMs());
        return calls.onExisting(
                args.executionId(), 0, (loaded, now) -> GrantRules.issueClaimGrant(loaded, request, now));
    }

    GrantOutcome issueReclaimGrant(IssueReclaimGrant args) {
        Calls.require(GrantRequest.checkTtl(args.grantTtlMs()));
        var request = new GrantRequest(
                mintKey(),
                args.workerId(),
                args.workerInstanceId(),
                CapabilitySet.ofWorkerAtGrant(args.workerCapabilities()),
                args.grantTtlMs());
        return calls.onExisting(
                args.executionId(), 0, (loaded, now) -> GrantRules.issueReclaimGrant(loaded, request, now));
    }

    private static String mintKey() {
        return UUID.randomUUID().toString();
    }
}
