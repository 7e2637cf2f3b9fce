package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.Command;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Effects;
import io.flowfabric.engine.command.ItemFailures;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.ReclaimRules;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.engine.store.read.ExecutionReads.ReclaimCount;
import io.flowfabric.engine.timers.TimerAction;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.ExpireOutcome;
import io.flowfabric.model.op.timer.MarkExpiredOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.model.op.timer.TimeoutPhase;
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

/** What the timers do to an execution that is due; any caller may do it, and repeatedly. */
final class TimerActions implements TimerAction {
    private static final Logger LOG = LoggerFactory.getLogger(TimerActions.class);

    private final CommandExecutor calls;
    private final DoubleSupplier draws;

    TimerActions(CommandExecutor calls, DoubleSupplier draws) {
        this.calls = calls;
        this.draws = draws;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, this::markLeaseExpired);
        bindings.bind(Catalogue.PROMOTE_DELAYED, this::promoteDelayed);
        bindings.bind(Catalogue.EXPIRE_EXECUTION, this::expire);
    }

    MarkExpiredOutcome markLeaseExpired(ExecutionRef ref) {
        return calls.carryOut(leaseExpiry(ref.executionId()));
    }

    PromoteOutcome promoteDelayed(ExecutionRef ref) {
        return calls.carryOut(promotion(ref.executionId()));
    }

    /** All in one transaction; when it fails, half as many are tried, until the one that makes it fail is alone. */
    @Override
    public Done share(DueKind kind, int limit, Set<ExecutionId> except) {
        int size = limit;
        while (true) {
            var locked = new AtomicReference<List<ExecutionId>>(List.of());
            try {
                return together(kind, size, except, locked);
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

    private Done together(DueKind kind, int limit, Set<ExecutionId> except, AtomicReference<List<ExecutionId>> locked) {
        var answers = calls.carryOutLocked(tx -> {
            locked.set(tx.executions().lockDue(kind, tx.now(), limit, except));
            return locked.get().stream()
                    .<Command<?>>map(id -> command(kind, id))
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

    private Command<?> command(DueKind kind, ExecutionId id) {
        return switch (kind) {
            case LEASE_EXPIRY -> leaseExpiry(id);
            case DELAY -> promotion(id);
            case ATTEMPT_TIMEOUT -> expiry(id, TimeoutPhase.ATTEMPT_TIMEOUT);
            case DEADLINE -> expiry(id, TimeoutPhase.EXECUTION_DEADLINE);
        };
    }

    private static Command<MarkExpiredOutcome> leaseExpiry(ExecutionId id) {
        return Command.on(id, 0, (found, now) -> LeaseRules.markExpiredIfDue(found.map(Loaded::execution), now));
    }

    private static Command<PromoteOutcome> promotion(ExecutionId id) {
        return Command.on(id, 0, (found, now) -> TimerRules.promoteDelayed(found.map(Loaded::execution), now));
    }

    private Command<ExpireOutcome> expiry(ExecutionId id, TimeoutPhase phase) {
        double draw = draws.getAsDouble();
        return Command.on(id, 0, (found, now) -> TimerRules.expire(found, phase, draw, now));
    }

    /**
     * Ends executions that a claimer could only fail, so that no call waits for them in vain. They are found by reading
     * few columns, since the timers of every process read all of them, and only they are locked; returns those that
     * another transaction holds.
     */
    Set<ExecutionId> endAtCap(List<ExecutionId> reclaimable) {
        var atCap = calls.read(tx -> tx.executions().reclaimCounts(reclaimable).stream()
                .filter(count -> ReclaimRules.isAtCap(count.reclaims(), count.marks(), count.policy()))
                .map(ReclaimCount::executionId)
                .toList());
        return atCap.isEmpty() ? Set.of() : endAll(atCap);
    }

    private Set<ExecutionId> endAll(List<ExecutionId> atCap) {
        try {
            return calls.write(0, tx -> {
                var missing = new HashSet<>(atCap);
                var found = tx.executions().tryLock(atCap);
                missing.removeAll(found.keySet());
                long now = tx.now();
                var effects = new Effects();
                for (var loaded : found.values()) {
                    effects.add(endIfCapReached(loaded, now));
                }
                effects.store(tx);
                return missing.isEmpty()
                        ? missing
                        : new HashSet<>(tx.executions().existing(missing));
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
