package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.grant.IssueReclaimGrant;
import java.util.List;
import java.util.UUID;

/** Giving one worker the permission to acquire one execution. */
final class Grants {
    private final CommandExecutor calls;

    Grants(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.ISSUE_CLAIM_GRANT, this::issueClaimGrant);
        bindings.bind(Catalogue.ISSUE_RECLAIM_GRANT, this::issueReclaimGrant);
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

    /** Fails for a duration or capabilities that no grant can have, before the store is used. */
    private static GrantRequest request(
            WorkerId worker, WorkerInstanceId instance, List<String> capabilities, long ttlMs) {
        CommandExecutor.require(GrantRequest.checkTtl(ttlMs));
        return new GrantRequest(
                UUID.randomUUID().toString(), worker, instance, CapabilitySet.ofWorkerAtGrant(capabilities), ttlMs);
    }
}
