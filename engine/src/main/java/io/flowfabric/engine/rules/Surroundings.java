package io.flowfabric.engine.rules;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.worker.Worker;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What matters to an execution besides its own record.
 *
 * @param workers the live workers of its namespace that serve its lane
 * @param ahead how many eligible executions of its lane stand before it, counted to 1000
 * @param graceMs how long a lapsed lease is left alone
 */
public record Surroundings(List<Worker> workers, int ahead, long graceMs) {
    /** Whoever stands further behind is told no number. */
    public static final int MOST_COUNTED = 1_000;

    public Surroundings {
        workers = List.copyOf(workers);
    }

    /** Whether a worker counts among those that may run an execution, as far as namespace and lane go. */
    public static boolean concerns(Worker worker, Execution e) {
        return worker.key().namespace().equals(e.identity().namespace())
                && worker.offer().lanes().contains(e.identity().lane());
    }

    boolean hasCapableWorker(Execution e) {
        return workers.stream()
                .anyMatch(worker ->
                        worker.offer().capabilities().satisfies(e.identity().requiredCapabilities()));
    }

    /** The worker that lacks the fewest capabilities; the first of them by instance. */
    Optional<Worker> closest(Execution e) {
        return workers.stream()
                .min(Comparator.<Worker>comparingInt(
                                worker -> missing(worker, e).size())
                        .thenComparing(worker -> worker.key().workerInstanceId().value()));
    }

    static List<String> missing(Worker worker, Execution e) {
        var offered = worker.offer().capabilities().tokens();
        return e.identity().requiredCapabilities().tokens().stream()
                .filter(token -> !offered.contains(token))
                .toList();
    }
}
