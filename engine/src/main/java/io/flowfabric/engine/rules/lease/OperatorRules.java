package io.flowfabric.engine.rules.lease;

import static io.flowfabric.model.state.AttemptState.ATTEMPT_INTERRUPTED;
import static io.flowfabric.model.state.AttemptState.PENDING_REPLAY_ATTEMPT;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Refusals;
import io.flowfabric.engine.rules.limit.FreeText;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.kind.OperatorEventType;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.model.state.VectorRow;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** 02 §8 (resume), §9.2 and §9.3 — what an operator may do with an execution that is not running. */
public final class OperatorRules {

    private OperatorRules() {}

    /** A priority within 0…9000; never an error. */
    public static int clampPriority(int priority) {
        return Math.max(0, Math.min(priority, Limits.PRIORITY));
    }

    /** Moves an eligible execution within its lane. */
    public static Decision<Ok> changePriority(Execution e, int newPriority, long now) {
        if (!e.vector().isEligible()) {
            return Decision.refuse(Refusals.notEligible(e, "only the priority of an eligible one can change"));
        }
        int clamped = clampPriority(newPriority);
        var after = e.edit().priority(clamped).touch(now).done();
        return Decision.of(Ok.OK)
                .changing(new Change.Reprioritised(e, after))
                .emitting(new OperatorEvent(
                        EventSubject.of(e.identity(), now),
                        OperatorEventType.PRIORITY_CHANGED,
                        Map.of("old_priority", e.priority(), "new_priority", clamped)));
    }

    /** Starts an ended execution again; its history, counters, deadline and epoch are not reset. */
    public static Decision<ReplayOutcome> replay(
            Loaded loaded, Optional<String> reason, Optional<String> requestedBy, long now) {
        Execution e = loaded.execution();
        if (!e.vector().isTerminal()) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.EXECUTION_NOT_TERMINAL,
                    "",
                    "Execution %s is %s; only one that has ended can be replayed."
                            .formatted(e.id(), e.publicState().literal())));
        }
        if (loaded.membership().flowEnded()) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.FLOW_ALREADY_TERMINAL,
                    "",
                    "The flow of execution %s has ended; none of its members can be replayed.".formatted(e.id())));
        }
        long cap = loaded.policy().limits().maxReplayCount();
        if (e.counters().replays() >= cap) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.MAX_REPLAYS_EXHAUSTED,
                    "",
                    "Execution %s was replayed %d times and its policy allows %d."
                            .formatted(e.id(), e.counters().replays(), cap)));
        }
        return replayed(loaded, reason, requestedBy, now);
    }

    private static Decision<ReplayOutcome> replayed(
            Loaded loaded, Optional<String> reason, Optional<String> requestedBy, long now) {
        Execution e = loaded.execution();
        int open = loaded.membership().unresolved() + loaded.membership().impossible();
        boolean skippedMember = e.vector().outcome() == TerminalOutcome.SKIPPED
                && e.identity().flowId().isPresent();
        var row = open > 0 ? VectorRow.BLOCKED_BY_DEPENDENCIES : VectorRow.ELIGIBLE;
        var after = e.edit()
                .transition(
                        StateVector.of(row, PENDING_REPLAY_ATTEMPT),
                        open > 0 ? open + " dep(s) unsatisfied after replay" : "",
                        now)
                .completedAt(OptionalLong.empty())
                .counters(e.counters().plusReplay())
                .pending(PendingLineage.replay(
                        reason.map(FreeText::reason), requestedBy, e.current().index()))
                .ending(ExecutionEnding.NONE)
                .done();
        Map<String, Object> details = skippedMember || open > 0
                ? Map.of(
                        "branch",
                        "skipped_flow_member",
                        "groups_reset",
                        loaded.membership().impossible())
                : Map.of("branch", "normal");
        return Decision.<ReplayOutcome>of(new ReplayOutcome.Replayed(after.publicState()))
                .changing(new Change.Replayed(e, after))
                .emitting(new OperatorEvent(EventSubject.of(e.identity(), now), OperatorEventType.REPLAYED, details));
    }

    /** Makes a suspended execution runnable, at once or after a delay; the attempt is continued by the next claim. */
    public static Decision<PublicState> resume(Execution e, long delayMs, long now) {
        if (e.vector().phase() != LifecyclePhase.SUSPENDED) {
            return Decision.refuse(EngineError.of(
                    ErrorCode.EXECUTION_NOT_SUSPENDED,
                    "",
                    "Execution %s is %s; there is nothing to resume."
                            .formatted(e.id(), e.publicState().literal())));
        }
        boolean delayed = delayMs > 0;
        var until = delayed ? OptionalLong.of(Times.plus(now, delayMs)) : OptionalLong.empty();
        var after = e.edit()
                .transition(
                        StateVector.of(delayed ? VectorRow.RESUME_DELAY : VectorRow.ELIGIBLE, ATTEMPT_INTERRUPTED),
                        delayed ? "delayed until " + until.getAsLong() : "",
                        now)
                .dueTimes(e.dueTimes().withDelayUntil(until))
                .done();
        return Decision.of(after.publicState()).changing(new Change.Moved(e, after));
    }
}
