package io.flowfabric.engine.rules.explain;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.worker.RegisteredWorker;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What matters to an execution besides its own record.
 *
 * @param workers the live workers of its namespace that serve its lane
 * @param ahead how many eligible executions of its lane are ahead of it, counted to 1000
 * @param graceMs how long an expired lease is not reclaimed
 */
public record ExplainContext(List<RegisteredWorker> workers, int ahead, long graceMs) {
    /** Positions beyond this are not counted. */
    public static final int MOST_COUNTED = 1_000;

    public ExplainContext {
        workers = List.copyOf(workers);
    }

    /** Whether the namespace and lanes of a worker allow it to run an execution. */
    public static boolean concerns(RegisteredWorker worker, Execution e) {
        return worker.key().namespace().equals(e.identity().namespace())
                && worker.offer().lanes().contains(e.identity().lane());
    }

    boolean hasCapableWorker(Execution e) {
        return workers.stream()
                .anyMatch(worker ->
                        worker.offer().capabilities().satisfies(e.identity().requiredCapabilities()));
    }

    /** The worker that lacks the fewest capabilities; the first of them by instance. */
    Optional<RegisteredWorker> closest(Execution e) {
        return workers.stream()
                .min(Comparator.<RegisteredWorker>comparingInt(
                                worker -> missing(worker, e).size())
                        .thenComparing(worker -> worker.key().workerInstanceId().value()));
    }

    static List<String> missing(RegisteredWorker worker, Execution e) {
        var offered = worker.offer().capabilities().tokens();
        return e.identity().requiredCapabilities().tokens().stream()
                .filter(token -> !offered.contains(token))
                .toList();
    }
}
