package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.OperatorRules;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.ChangePriorityOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ReplayOutcome;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.RevokeOutcome;
import java.util.Optional;

/** What an operator does to an execution by hand. */
final class Operators {
    private final Calls calls;

    Operators(Calls calls) {
        this.calls = calls;
    }

    ChangePriorityOutcome changePriority(ChangePriority args) {
        calls.onExisting(
                args.executionId(),
                0,
                (loaded, now) -> OperatorRules.changePriority(loaded.execution(), args.newPriority(), now));
        return new ChangePriorityOutcome.Changed(args.executionId());
    }

    ReplayOutcome replay(ExecutionRef ref) {
        return calls.onExisting(
                ref.executionId(),
                0,
                (loaded, now) -> OperatorRules.replay(loaded, Optional.empty(), Optional.empty(), now));
    }

    RevokeOutcome revoke(RevokeLease args) {
        return calls.onExisting(
                args.executionId(),
                args.reason().length(),
                (loaded, now) -> LeaseRules.revoke(
                        loaded.execution(), args.workerInstanceId(), args.expectedLeaseId(), args.reason(), now));
    }
}
