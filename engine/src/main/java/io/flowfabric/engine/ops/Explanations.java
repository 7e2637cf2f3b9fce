package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.explain.ExplainContext;
import io.flowfabric.engine.rules.explain.ExplainRules;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Why executions do not run, from one read of the store each. */
final class Explanations {
    private static final int PAGE = 1_000;

    private final CommandExecutor calls;

    Explanations(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.EXPLAIN_EXECUTION, this::explain);
    }

    Explanation explain(ExecutionRef ref) {
        return calls.read(tx -> tx.executions().load(ref.executionId()).map(loaded -> explain(tx, loaded)))
                .orElseThrow(() -> CommandExecutor.notFound(ref.executionId()).toException());
    }

    private Explanation explain(ReadTx tx, Loaded loaded) {
        Execution e = loaded.execution();
        long now = tx.now();
        var around = new ExplainContext(
                ExplainRules.dependsOnWorkers(e) ? workers(tx, e, now) : List.of(),
                e.vector().isEligible() ? ahead(tx, e) : 0,
                calls.settings().reclaimGrace().toMillis());
        return ExplainRules.explain(loaded, around, now);
    }

    private static List<RegisteredWorker> workers(ReadTx tx, Execution e, long now) {
        var serving = new ArrayList<RegisteredWorker>();
        Optional<WorkerKey> after = Optional.empty();
        while (true) {
            var page = tx.workers()
                    .list(new WorkerReads.Scan(Optional.of(e.identity().namespace()), after, now, PAGE));
            page.stream().filter(worker -> ExplainContext.concerns(worker, e)).forEach(serving::add);
            if (page.size() < PAGE) {
                return serving;
            }
            after = Optional.of(page.get(PAGE - 1).key());
        }
    }

    /**
     * Reads the front of the lane in its order, as a claim for the namespace would: a caller that may see this
     * execution may not be allowed to learn what other namespaces do.
     */
    private static int ahead(ReadTx tx, Execution e) {
        var scan = new ScanEligibleExecutions(
                e.identity().lane(),
                ExplainContext.MOST_COUNTED,
                OptionalInt.empty(),
                Optional.of(e.identity().namespace()));
        var front = tx.executions().eligible(scan, scan.limit());
        int place = front.indexOf(e.id());
        return place < 0 ? ExplainContext.MOST_COUNTED : place;
    }
}
