package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.operator.UnblockExecution;
import io.flowfabric.model.op.operator.UnblockOutcome;

/** Taking executions out of the order of their lane, and putting them back. */
final class Holds {
    private final CommandExecutor calls;

    Holds(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.BLOCK_ROUTE, this::blockRoute);
        bindings.bind(Catalogue.BLOCK_EXECUTION_FOR_ADMISSION, this::block);
        bindings.bind(Catalogue.UNBLOCK_EXECUTION, this::unblock);
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
        CommandExecutor.require(AdmissionRules.checkExpectedReason(args.expectedBlockingReason()));
        calls.onExisting(
                args.executionId(),
                0,
                (loaded, now) -> AdmissionRules.unblock(loaded.execution(), args.expectedBlockingReason(), now));
        return new UnblockOutcome.Unblocked();
    }
}
