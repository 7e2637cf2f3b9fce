package io.flowfabric.engine.rules.explain;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.explain.ExplainedReason.Details;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.state.VectorRow;
import java.util.List;

/** 08 §8 — why an execution is not running, and what would change that. */
public final class ExplainRules {
    private ExplainRules() {}

    /** The reasons that hold an execution, the first one first. */
    public static Explanation explain(Loaded loaded, ExplainContext around, long now) {
        Execution e = loaded.execution();
        var causes = switch (e.vector().phase()) {
            case ACTIVE -> List.of(LeaseReasons.of(loaded, around, now));
            case TERMINAL -> List.of(ended(loaded));
            case RUNNABLE -> WaitReasons.of(loaded, around, now);
            case SUSPENDED, SUBMITTED -> List.of(WaitReasons.held(e));
        };
        return new Explanation(
                e.id(),
                e.publicState(),
                causes.get(0).summary(),
                causes.stream().map(ExplainedReason::reason).toList());
    }

    /** Whether live workers play a part in why an execution does not run. */
    public static boolean dependsOnWorkers(Execution e) {
        return e.vector().row() == VectorRow.ELIGIBLE || e.vector().row() == VectorRow.BLOCKED_BY_ROUTE;
    }

    private static ExplainedReason ended(Loaded loaded) {
        Execution e = loaded.execution();
        long completedAt = e.timing().completedAt().orElseThrow();
        long replaysLeft = Math.max(
                0, loaded.policy().limits().maxReplayCount() - e.counters().replays());
        String outcome = e.publicState().literal();
        String why = e.ending()
                .failureReason()
                .or(() -> e.ending().cancellationReason())
                .filter(reason -> !reason.isEmpty())
                .map(reason -> ": " + reason)
                .orElse("");
        return ExplainedReason.of(
                "ended",
                "has ended as " + outcome,
                "ended as %s at %s%s".formatted(outcome, ExplainedReason.iso(completedAt), why),
                replaysLeft > 0
                        ? "an operator replays it, which its policy allows %s more"
                                .formatted(ExplainedReason.count(replaysLeft, "time"))
                        : "never: it was replayed as often as its policy allows",
                new Details()
                        .with("outcome", e.vector().outcome())
                        .with("failure_reason", e.ending().failureReason())
                        .with("cancellation_reason", e.ending().cancellationReason())
                        .with("completed_at", completedAt)
                        .with("replays_left", replaysLeft));
    }
}
