package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that is stored of an execution.
 *
 * @param execution what readers see
 * @param loaded what a rule would be told
 */
record Stored(
        Optional<Execution> execution,
        Optional<Loaded> loaded,
        Optional<ExecutionContent> content,
        List<Attempt> attempts,
        Optional<Payload> result) {

    /** What should be stored. */
    static Stored of(Optional<ModelledExecution> found) {
        return new Stored(
                found.map(ModelledExecution::execution),
                found.map(ModelledExecution::loaded),
                found.map(ModelledExecution::content),
                found.map(ModelledExecution::attempts).orElse(List.of()),
                found.flatMap(ModelledExecution::result));
    }

    /** What is stored. */
    static Map<ExecutionId, Stored> in(Store store, Collection<ExecutionId> ids) {
        var loaded = store.write(0, deadline(), tx -> tx.executions().lock(ids)).join();
        return store.read(deadline(), tx -> {
            var found = new HashMap<ExecutionId, Stored>();
            ids.forEach(id -> found.put(id, read(tx, id, Optional.ofNullable(loaded.get(id)))));
            return found;
        });
    }

    /** Long enough for a machine that is busy otherwise. */
    static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private static Stored read(ReadTx tx, ExecutionId id, Optional<Loaded> loaded) {
        var executions = tx.executions();
        return new Stored(
                executions.find(id),
                loaded,
                executions.content(id),
                executions.attempts(id, Integer.MAX_VALUE),
                executions.result(id));
    }
}
