package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.ChangePriorityOutcome;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.RevokeOutcome;
import java.util.Optional;

/** What an operator does to an execution by hand. */
final class Operators {
    private final CommandExecutor calls;

    Operators(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.CHANGE_PRIORITY, this::changePriority);
        bindings.bind(Catalogue.REPLAY_EXECUTION, this::replay);
        bindings.bind(Catalogue.REVOKE_LEASE, this::revoke);
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
