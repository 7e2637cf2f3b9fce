package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.ReclaimRules;
import io.flowfabric.engine.rules.TimerRules;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.TimeoutPhase;
import java.util.concurrent.CompletableFuture;
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
        return calls.carryOut(leaseExpiry(ref.executionId()));
    }

    PromoteOutcome promoteDelayed(ExecutionRef ref) {
        return calls.carryOut(promotion(ref.executionId()));
    }

    /** Begins what an alarm of an execution leads to, together with others that begin at the same time. */
    CompletableFuture<?> begin(Alarm alarm, ExecutionId id) {
        return calls.begin(
                switch (alarm) {
                    case LEASE_EXPIRY -> leaseExpiry(id);
                    case DELAY -> promotion(id);
                    case ATTEMPT_TIMEOUT -> expiry(id, TimeoutPhase.ATTEMPT_TIMEOUT);
                    case DEADLINE -> expiry(id, TimeoutPhase.EXECUTION_DEADLINE);
                });
    }

    private static Command<MarkExpiredOutcome> leaseExpiry(ExecutionId id) {
        return new Command<>(id, 0, (found, now) -> LeaseRules.markExpiredIfDue(found.map(Loaded::execution), now));
    }

    private static Command<PromoteOutcome> promotion(ExecutionId id) {
        return new Command<>(id, 0, (found, now) -> TimerRules.promoteDelayed(found.map(Loaded::execution), now));
    }

    private Command<ExpireOutcome> expiry(ExecutionId id, TimeoutPhase phase) {
        double draw = draws.getAsDouble();
        return new Command<>(id, 0, (found, now) -> TimerRules.expire(found, phase, draw, now));
    }

    /** Ends an execution that a claimer could only fail, so that nobody waits for it in vain. */
    CompletableFuture<?> endIfCapReached(ExecutionId id) {
        long graceMs = calls.settings().reclaimGrace().toMillis();
        return calls.begin(new Command<>(id, 0, (found, now) -> ReclaimRules.endIfCapReached(found, graceMs, now)));
    }

    ExpireOutcome expire(ExpireExecution args) {
        return calls.carryOut(expiry(args.executionId(), args.phase()));
    }
}
