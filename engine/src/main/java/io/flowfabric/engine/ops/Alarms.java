package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.LeaseRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.ReclaimRules;
import io.flowfabric.engine.rules.TimerRules;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.ExecutionReads.ReclaimCount;
import io.flowfabric.engine.timers.DueAct;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpireExecution;
import io.flowfabric.model.op.ExpireOutcome;
import io.flowfabric.model.op.MarkExpiredOutcome;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.PromoteOutcome;
import io.flowfabric.model.op.TimeoutPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the timers do to an execution that is due; anybody may do it, and as often as they like. */
final class Alarms implements DueAct {
    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

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

    /** All in one transaction; when it fails, half as many are tried, until the one that spoils it stands alone. */
    @Override
    public Done share(Alarm alarm, int limit, Set<ExecutionId> except) {
        int size = limit;
        while (true) {
            var locked = new AtomicReference<List<ExecutionId>>(List.of());
            try {
                return together(alarm, size, except, locked);
            } catch (RuntimeException failed) {
                var ids = locked.get();
                if (ids.isEmpty() || !ItemFailures.isAboutAnItem(failed)) {
                    throw failed;
                }
                if (ids.size() == 1) {
                    return new Done(List.of(), Map.of(ids.get(0), failed), true);
                }
                size = ids.size() / 2;
            }
        }
    }

    private Done together(Alarm alarm, int limit, Set<ExecutionId> except, AtomicReference<List<ExecutionId>> locked) {
        var answers = calls.carryOutLocked(tx -> {
            locked.set(tx.lockDue(alarm, tx.now(), limit, except));
            return locked.get().stream()
                    .<Command<?>>map(id -> command(alarm, id))
                    .toList();
        });
        var acted = new ArrayList<ExecutionId>();
        var refused = new HashMap<ExecutionId, RuntimeException>();
        for (int i = 0; i < answers.size(); i++) {
            var id = locked.get().get(i);
            if (answers.get(i).orElse(null) instanceof Answer.Refused<?> refusal) {
                refused.put(id, refusal.error().toException());
            } else {
                acted.add(id);
            }
        }
        return new Done(acted, refused, answers.size() == limit);
    }

    private Command<?> command(Alarm alarm, ExecutionId id) {
        return switch (alarm) {
            case LEASE_EXPIRY -> leaseExpiry(id);
            case DELAY -> promotion(id);
            case ATTEMPT_TIMEOUT -> expiry(id, TimeoutPhase.ATTEMPT_TIMEOUT);
            case DEADLINE -> expiry(id, TimeoutPhase.EXECUTION_DEADLINE);
        };
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

    /**
     * Ends executions that a claimer could only fail, so that no call waits for them in vain. They are found by reading few
     * columns, since the timers of every process look at all of them, and only they are locked; answers those that another
     * transaction holds.
     */
    Set<ExecutionId> endAtCap(List<ExecutionId> lapsed) {
        var atCap = calls.read(tx -> tx.executions().reclaimCounts(lapsed).stream()
                .filter(count -> ReclaimRules.isAtCap(count.reclaims(), count.marks(), count.policy()))
                .map(ReclaimCount::executionId)
                .toList());
        return atCap.isEmpty() ? Set.of() : endAll(atCap);
    }

    private Set<ExecutionId> endAll(List<ExecutionId> atCap) {
        try {
            return calls.write(0, tx -> {
                var missing = new HashSet<>(atCap);
                var found = tx.tryLock(atCap);
                missing.removeAll(found.keySet());
                long now = tx.now();
                var changes = new ArrayList<Change>();
                var events = new ArrayList<Event>();
                for (var loaded : found.values()) {
                    var decision = endIfCapReached(loaded, now);
                    changes.addAll(decision.changes());
                    events.addAll(decision.events());
                }
                Calls.store(tx, changes, events);
                return missing.isEmpty() ? missing : new HashSet<>(tx.existing(missing));
            });
        } catch (RuntimeException failed) {
            if (!ItemFailures.isAboutAnItem(failed)) {
                throw failed;
            }
            if (atCap.size() == 1) {
                LOG.warn("Execution {} is at its reclaim cap and cannot be ended: {}", atCap.get(0), failed.toString());
                return Set.of();
            }
            var held = new HashSet<ExecutionId>();
            atCap.forEach(id -> held.addAll(endAll(List.of(id))));
            return held;
        }
    }

    private Decision<Ok> endIfCapReached(Loaded loaded, long now) {
        return ReclaimRules.endIfCapReached(
                Optional.of(loaded), calls.settings().reclaimGrace().toMillis(), now);
    }

    ExpireOutcome expire(ExpireExecution args) {
        return calls.carryOut(expiry(args.executionId(), args.phase()));
    }
}
