package io.flowfabric.engine.ops;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.AwaitResultRequest;

/** Waiting for an execution to end, woken by commits rather than by the clock. */
final class Results {
    private final Calls calls;
    private final EndWatch watch;

    Results(Calls calls, Patience patience) {
        this.calls = calls;
        this.watch = patience.ends(
                calls.store().doorbells().ends(),
                ids -> calls.read(tx -> tx.executions().settled(ids)));
    }

    Vigil<AwaitResultOutcome> await(AwaitResultRequest args) {
        Patience.check(args.maxWaitMs());
        return new EndVigil(watch, args.executionId(), args.maxWaitMs(), () -> look(args));
    }

    private AwaitResultOutcome look(AwaitResultRequest args) {
        var found = calls.read(tx -> tx.executions().findWithResult(args.executionId()))
                .orElseThrow(() -> Calls.notFound(args.executionId()).toException());
        Execution e = found.execution();
        return e.vector().isTerminal()
                ? new AwaitResultOutcome.Ended(
                        e.publicState(),
                        found.result(),
                        e.ending().failureReason(),
                        e.ending().cancellationReason())
                : new AwaitResultOutcome.Pending();
    }
}
