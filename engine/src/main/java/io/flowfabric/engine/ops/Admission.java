package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.BlockOutcome;
import io.flowfabric.model.op.BlockRoute;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.op.UnblockOutcome;

/** Taking executions out of the order of their lane, and putting them back. */
final class Admission {
    private final Calls calls;

    Admission(Calls calls) {
        this.calls = calls;
    }

    BlockOutcome blockRoute(BlockRoute args) {
        return calls.on(
                args.executionId(),
                args.reasonDetail().length(),
                (found, now) -> AdmissionRules.blockRoute(found, args.reasonCode(), args.reasonDetail(), now));
    }

    BlockOutcome block(BlockExecutionForAdmission args) {
        String detail = args.reasonDetail().orElse("");
        return calls.on(
                args.executionId(),
                detail.length(),
                (found, now) -> AdmissionRules.block(found, args.reason(), detail, now));
    }

    UnblockOutcome unblock(UnblockExecution args) {
        Calls.require(AdmissionRules.checkExpectedReason(args.expectedBlockingReason()));
        calls.onExisting(
                args.executionId(),
                0,
                (loaded, now) -> AdmissionRules.unblock(loaded.execution(), args.expectedBlockingReason(), now));
        return new UnblockOutcome.Unblocked();
    }
}
