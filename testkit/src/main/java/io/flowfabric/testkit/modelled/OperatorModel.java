package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.CancelRules;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.OperatorRules;
import io.flowfabric.engine.rules.TagRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.BlockOutcome;
import io.flowfabric.model.op.BlockRoute;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.ChangePriorityOutcome;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ReplayOutcome;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.RevokeOutcome;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.SetTagsOutcome;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.op.UnblockOutcome;
import io.flowfabric.model.tag.TagKey;
import java.util.Map;
import java.util.Optional;

/** What somebody does to an execution from above: end it, hold it back, move it, mark it. */
final class OperatorModel {
    private final World world;

    OperatorModel(World world) {
        this.world = world;
    }

    EndedOutcome cancel(CancelExecution args) {
        return world.onExisting(
                args.executionId(),
                (loaded, now) -> CancelRules.cancelExecution(
                        loaded, args.reason(), args.source(), args.leaseId(), args.leaseEpoch(), now));
    }

    ChangePriorityOutcome changePriority(ChangePriority args) {
        world.onExisting(
                args.executionId(),
                (loaded, now) -> OperatorRules.changePriority(loaded.execution(), args.newPriority(), now));
        return new ChangePriorityOutcome.Changed(args.executionId());
    }

    ReplayOutcome replay(ExecutionRef ref) {
        return world.onExisting(
                ref.executionId(),
                (loaded, now) -> OperatorRules.replay(loaded, Optional.empty(), Optional.empty(), now));
    }

    RevokeOutcome revoke(RevokeLease args) {
        return world.onExisting(
                args.executionId(),
                (loaded, now) -> LeaseRules.revoke(
                        loaded.execution(), args.workerInstanceId(), args.expectedLeaseId(), args.reason(), now));
    }

    BlockOutcome blockRoute(BlockRoute args) {
        return world.on(
                args.executionId(),
                (found, now) -> AdmissionRules.blockRoute(found, args.reasonCode(), args.reasonDetail(), now));
    }

    BlockOutcome block(BlockExecutionForAdmission args) {
        return world.on(
                args.executionId(),
                (found, now) -> AdmissionRules.block(
                        found, args.reason(), args.reasonDetail().orElse(""), now));
    }

    UnblockOutcome unblock(UnblockExecution args) {
        Interpretation.require(AdmissionRules.checkExpectedReason(args.expectedBlockingReason()));
        world.onExisting(
                args.executionId(),
                (loaded, now) -> AdmissionRules.unblock(loaded.execution(), args.expectedBlockingReason(), now));
        return new UnblockOutcome.Unblocked();
    }

    Ok tag(SetExecutionTag args) {
        TagKey.requireValid(args.key());
        tag(args.executionId(), Map.of(args.key(), args.value()));
        return Ok.OK;
    }

    SetTagsOutcome tagAll(SetExecutionTags args) {
        Interpretation.require(TagRules.checkNotEmpty(args.tags()));
        return tag(args.executionId(), args.tags());
    }

    private SetTagsOutcome tag(ExecutionId id, Map<String, String> tags) {
        return world.onExisting(
                id,
                (loaded, now) -> TagRules.set(
                        loaded.execution(),
                        world.find(id).orElseThrow().content().tags(),
                        tags,
                        now));
    }
}
