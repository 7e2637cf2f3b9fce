package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.ReclaimRules;
import io.flowfabric.engine.rules.TimerRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.PromoteOutcome;
import java.util.function.DoubleSupplier;

/** What the timers do to an execution that is due; anybody may do it, and as often as they like. */
final class Alarms {
    private final Calls calls;
    private final DoubleSupplier draws;

    Alarms(Calls calls, DoubleSupplier draws) {
        this.calls = calls;
        this.draws = draws;
    }

    MarkExpiredOutcome markLeaseExpired(ExecutionRef ref) {
        return calls.on(
                ref.executionId(), 0, (found, now) -> LeaseRules.markExpiredIfDue(found.map(Loaded::execution), now));
    }

    PromoteOutcome promoteDelayed(ExecutionRef ref) {
        return calls.on(
                ref.executionId(), 0, (found, now) -> TimerRules.promoteDelayed(found.map(Loaded::execution), now));
    }

    /** Ends an execution that a claimer could only fail, so that nobody waits for it in vain. */
    void endIfCapReached(ExecutionId id) {
        long graceMs = calls.settings().reclaimGrace().toMillis();
        calls.on(id, 0, (found, now) -> ReclaimRules.endIfCapReached(found, graceMs, now));
    }

    ExpireOutcome expire(ExpireExecution args) {
        double draw = draws.getAsDouble();
        return calls.on(args.executionId(), 0, (found, now) -> TimerRules.expire(found, args.phase(), draw, now));
    }
}
