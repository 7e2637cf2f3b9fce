package io.flowfabric.engine.rules.claim;

import static io.flowfabric.model.state.VectorRow.BLOCKED_BY_BUDGET;
import static io.flowfabric.model.state.VectorRow.BLOCKED_BY_LANE_STATE;
import static io.flowfabric.model.state.VectorRow.BLOCKED_BY_OPERATOR;
import static io.flowfabric.model.state.VectorRow.BLOCKED_BY_QUOTA;
import static io.flowfabric.model.state.VectorRow.BLOCKED_BY_ROUTE;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.lease.Placement;
import io.flowfabric.engine.rules.limit.FreeText;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.operator.BlockOutcome;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.worker.RegisteredWorker;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** 02 §5.8 — taking an execution out of the eligible order and putting it back. */
public final class AdmissionRules {
    private static final Map<String, VectorRow> ROWS = Map.of(
            BlockingReason.WAITING_FOR_BUDGET.literal(), BLOCKED_BY_BUDGET,
            BlockingReason.WAITING_FOR_QUOTA.literal(), BLOCKED_BY_QUOTA,
            BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal(), BLOCKED_BY_ROUTE,
            BlockingReason.PAUSED_BY_OPERATOR.literal(), BLOCKED_BY_OPERATOR,
            BlockingReason.PAUSED_BY_POLICY.literal(), BLOCKED_BY_LANE_STATE);

    /** 05 §4.4 — how long an execution may wait for a capable worker unnoticed although one is there. */
    public static final long ROUTE_INTERVAL_MS = 5000;

    private AdmissionRules() {}

    /** Holds an eligible execution back. A refusal is an outcome here, not an error. */
    public static Decision<BlockOutcome> block(Optional<Loaded> found, String reason, String detail, long now) {
        if (found.isEmpty()) {
            return rejected(ErrorCode.EXECUTION_NOT_FOUND);
        }
        Execution e = found.get().execution();
        if (e.vector().isTerminal()) {
            return rejected(ErrorCode.EXECUTION_NOT_ACTIVE);
        }
        if (!e.vector().isEligible()) {
            return rejected(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
        VectorRow row = ROWS.get(reason);
        if (row == null) {
            return rejected(ErrorCode.INVALID_BLOCKING_REASON);
        }
        return Decision.<BlockOutcome>of(new BlockOutcome.Blocked(e.id(), reason))
                .changing(new Change.Moved(e, Placement.blocked(e, row, FreeText.reason(detail), now)))
                .changing(found.get().grant().map(grant -> new Change.GrantRemoved(e.id())));
    }

    /** {@code block_route}: as {@link #block}, for want of a capable worker and for no other reason. */
    public static Decision<BlockOutcome> blockRoute(Optional<Loaded> found, String reason, String detail, long now) {
        boolean routeReason =
                BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal().equals(reason);
        var decision = block(found, reason, detail, now);
        return routeReason || decision.answer().orThrow() instanceof BlockOutcome.Rejected
                ? decision
                : rejected(ErrorCode.INVALID_BLOCKING_REASON);
    }

    /**
     * 05 §5.7 — holds back an execution that no live worker can run. One that is not eligible, or granted already, is
     * left as it is.
     */
    public static Decision<BlockOutcome> blockUnroutable(Loaded loaded, long now) {
        return loaded.liveGrant(now).isPresent()
                ? rejected(ErrorCode.GRANT_ALREADY_EXISTS)
                : block(
                        Optional.of(loaded),
                        BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal(),
                        "no connected worker satisfies required_capabilities",
                        now);
    }

    /**
     * 05 §4.4 — whether work need not wait for a capable worker: it requires nothing, or one live worker can run it.
     */
    public static boolean isRoutable(
            Namespace namespace, LaneId lane, CapabilitySet required, Collection<RegisteredWorker> liveWorkers) {
        return required.isEmpty()
                || liveWorkers.stream()
                        .anyMatch(
                                worker -> WorkerRules.serves(worker.key(), worker.offer(), namespace, lane, required));
    }

    /** Refuses an expected reason that cannot hold anything back, before anything is read. */
    public static Optional<EngineError> checkExpectedReason(Optional<String> expected) {
        return expected.filter(reason -> !ROWS.containsKey(reason))
                .map(reason -> EngineError.of(
                        ErrorCode.INVALID_BLOCKING_REASON,
                        reason,
                        "An execution is blocked for one of %s."
                                .formatted(ROWS.keySet().stream().sorted().toList())));
    }

    /** Puts a blocked execution back in its place; an expected reason guards against lifting another block. */
    public static Decision<Ok> unblock(Execution e, Optional<String> expected, long now) {
        String stored = e.vector().blockingReason().literal();
        boolean blocked = e.vector().phase() == LifecyclePhase.RUNNABLE && ROWS.containsKey(stored);
        if (!blocked || expected.filter(reason -> !reason.equals(stored)).isPresent()) {
            return Decision.refuse(Refusals.notEligible(
                    e, expected.map(reason -> "it is not blocked for " + reason).orElse("it is not blocked")));
        }
        return Decision.of(Ok.OK).changing(new Change.Moved(e, Placement.eligible(e, now)));
    }

    private static Decision<BlockOutcome> rejected(ErrorCode code) {
        return Decision.of(new BlockOutcome.Rejected(code.literal()));
    }
}
