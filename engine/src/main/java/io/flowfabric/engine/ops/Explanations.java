package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.ExplainRules;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Surroundings;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Explanation;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.worker.Worker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Why executions do not run, from one look at the store each. */
final class Explanations {
    private static final int PAGE = 1_000;

    private final Calls calls;

    Explanations(Calls calls) {
        this.calls = calls;
    }

    Explanation explain(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().load(ref.executionId()).map(loaded -> explain(tx, loaded)))
                .orElseThrow(() -> Calls.notFound(ref.executionId()).toException());
    }

    private Explanation explain(ReadTx tx, Loaded loaded) {
        Execution e = loaded.execution();
        long now = tx.now();
        var around = new Surroundings(
                ExplainRules.dependsOnWorkers(e) ? workers(tx, e, now) : List.of(),
                e.vector().isEligible() ? ahead(tx, e) : 0,
                calls.settings().reclaimGrace().toMillis());
        return ExplainRules.explain(loaded, around, now);
    }

    private static List<Worker> workers(ReadTx tx, Execution e, long now) {
        var serving = new ArrayList<Worker>();
        Optional<WorkerKey> after = Optional.empty();
        while (true) {
            var page = tx.workers()
                    .list(new WorkerReads.Scan(Optional.of(e.identity().namespace()), after, now, PAGE));
            page.stream().filter(worker -> Surroundings.concerns(worker, e)).forEach(serving::add);
            if (page.size() < PAGE) {
                return serving;
            }
            after = Optional.of(page.get(PAGE - 1).key());
        }
    }

    /**
     * Reads the front of the lane in its order, as a claim for the namespace would: whoever may see this execution may not
     * be one to learn what other namespaces do.
     */
    private static int ahead(ReadTx tx, Execution e) {
        var scan = new ScanEligibleExecutions(
                e.identity().lane(),
                Surroundings.MOST_COUNTED,
                OptionalInt.empty(),
                Optional.of(e.identity().namespace()));
        var front = tx.executions().eligible(scan, scan.limit());
        int place = front.indexOf(e.id());
        return place < 0 ? Surroundings.MOST_COUNTED : place;
    }
}
