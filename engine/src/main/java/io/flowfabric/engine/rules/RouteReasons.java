package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.Cause.Details;
import io.flowfabric.model.execution.Execution;
import java.util.List;
import java.util.Map;

/** 08 §8 — an execution requires what no live worker of its namespace and lane has, or was held back as if it did. */
final class RouteReasons {
    private static final String LOOKED_AT_AGAIN = "an engine looks at the route again, which it does now and then";

    private RouteReasons() {}

    static Cause of(Execution e, Surroundings around) {
        var required = List.copyOf(e.identity().requiredCapabilities().tokens());
        var details = new Details()
                .with("required", required)
                .with("live_workers", around.workers().size());
        return required.isEmpty()
                ? undemanding(e, details)
                : demanding(e, around, String.join(", ", required), details);
    }

    /** {@code block_route} asks nobody whether there is something to wait for. */
    private static Cause undemanding(Execution e, Details details) {
        return Cause.of(
                "waiting_for_capable_worker",
                "is held back, though any worker will do",
                "was told to wait for a capable worker%s; it requires nothing, so that any worker of %s will do"
                        .formatted(e.blockingDetail().isEmpty() ? "" : " (" + e.blockingDetail() + ")", place(e)),
                LOOKED_AT_AGAIN,
                details);
    }

    private static Cause demanding(Execution e, Surroundings around, String needed, Details details) {
        return Cause.of(
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

    /** A worker may have come since the route was blocked; one that fits is nobody's closest miss. */
    private static String finding(Execution e, Surroundings around, Details details) {
        int live = around.workers().size();
        if (live == 0) {
            return "no live worker serves " + place(e);
        }
        if (around.hasCapableWorker(e)) {
            return "a live worker of %s has that by now".formatted(place(e));
        }
        var closest = around.closest(e).orElseThrow();
        var missing = Surroundings.missing(closest, e);
        String instance = closest.key().workerInstanceId().value();
        details.with("closest", Map.of("worker_instance_id", instance, "missing", missing));
        return "of the %s of %s, %s comes closest and lacks %s"
                .formatted(Cause.count(live, "live worker"), place(e), instance, String.join(", ", missing));
    }
}
