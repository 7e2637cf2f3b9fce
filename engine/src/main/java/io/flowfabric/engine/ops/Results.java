package io.flowfabric.engine.ops;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultRequest;

/** Waiting for an execution to end, woken by commits rather than by the clock. */
final class Results {
    private final Calls calls;
    private final Patience patience;

    Results(Calls calls, Patience patience) {
        this.calls = calls;
        this.patience = patience;
    }

    AwaitResultOutcome await(AwaitResultRequest args) {
        return patience.until(
                AwaitResultOutcome.Ended.class::isInstance,
                args.maxWaitMs(),
                calls.store().doorbells().ends(),
                () -> look(args));
    }

    private AwaitResultOutcome look(AwaitResultRequest args) {
        return calls.read(tx -> {
            Execution e = tx.executions()
                    .find(args.executionId())
                    .orElseThrow(() -> Calls.notFound(args.executionId()).toException());
            return e.vector().isTerminal()
                    ? new AwaitResultOutcome.Ended(
                            e.publicState(),
                            tx.executions().result(args.executionId()),
                            e.ending().failureReason(),
                            e.ending().cancellationReason())
                    : new AwaitResultOutcome.Pending();
        });
    }
}
