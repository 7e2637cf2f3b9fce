package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.rules.record.TagRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.ChangePriorityOutcome;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import io.flowfabric.model.op.operator.UnblockExecution;
import io.flowfabric.model.op.operator.UnblockOutcome;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.model.tag.TagKey;
import java.util.Map;
import java.util.Optional;

/** What an operator does to an execution: end it, hold it back, move it, mark it. */
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
        OperationModel.require(AdmissionRules.checkExpectedReason(args.expectedBlockingReason()));
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
        OperationModel.require(TagRules.checkNotEmpty(args.tags()));
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
