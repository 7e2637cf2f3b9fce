package io.flowfabric.engine.rules.explain;

import io.flowfabric.engine.rules.explain.ExplainedReason.Details;
import io.flowfabric.model.execution.Execution;
import java.util.List;
import java.util.Map;

/** 08 §8 — an execution requires what no live worker of its namespace and lane has, or was held back as if it did. */
final class RouteReasons {
    private static final String LOOKED_AT_AGAIN = "an engine checks the route again, which it does every few seconds";

    private RouteReasons() {}

    static ExplainedReason of(Execution e, ExplainContext around) {
        var required = List.copyOf(e.identity().requiredCapabilities().tokens());
        var details = new Details()
                .with("required", required)
                .with("live_workers", around.workers().size());
        return required.isEmpty()
                ? undemanding(e, details)
                : demanding(e, around, String.join(", ", required), details);
    }

    /** {@code block_route} does not check whether there is something to wait for. */
    private static ExplainedReason undemanding(Execution e, Details details) {
        return ExplainedReason.of(
                "waiting_for_capable_worker",
                "is blocked, though any worker could run it",
                ("was blocked until a capable worker registers%s; it requires no capabilities,"
                                + " so any worker of %s could run it")
                        .formatted(e.blockingDetail().isEmpty() ? "" : " (" + e.blockingDetail() + ")", place(e)),
                LOOKED_AT_AGAIN,
                details);
    }

    private static ExplainedReason demanding(Execution e, ExplainContext around, String needed, Details details) {
        return ExplainedReason.of(
                "waiting_for_capable_worker",
                "waits for a worker with " + needed,
                "needs %s; %s".formatted(needed, finding(e, around, details)),
                around.hasCapableWorker(e)
                        ? LOOKED_AT_AGAIN
                        : "a worker with %s registers for %s".formatted(needed, place(e)),
                details);
    }

    static String place(Execution e) {
        return "lane %s of namespace %s"
                .formatted(e.identity().lane(), e.identity().namespace());
    }

    /** A worker may have registered since the route was blocked; one that fits is not a closest miss. */
    private static String finding(Execution e, ExplainContext around, Details details) {
        int live = around.workers().size();
        if (live == 0) {
            return "no live worker serves " + place(e);
        }
        if (around.hasCapableWorker(e)) {
            return "a live worker of %s has that by now".formatted(place(e));
        }
        var closest = around.closest(e).orElseThrow();
        var missing = ExplainContext.missing(closest, e);
        String instance = closest.key().workerInstanceId().value();
        details.with("closest", Map.of("worker_instance_id", instance, "missing", missing));
        return "of the %s of %s, %s comes closest and lacks %s"
                .formatted(ExplainedReason.count(live, "live worker"), place(e), instance, String.join(", ", missing));
    }
}
