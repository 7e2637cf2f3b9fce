package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.waiting.LongPoll;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.engine.waiting.ResultLongPoll;
import io.flowfabric.engine.waiting.ResultWatcher;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;

/** Waiting for an execution to end, woken by commits rather than by the clock. */
final class Results {
    private final CommandExecutor calls;
    private final ResultWatcher watcher;

    Results(CommandExecutor calls, LongPolls longPolls) {
        this.calls = calls;
        this.watcher = longPolls.ends(
                calls.store().doorbells().ends(),
                ids -> calls.read(tx -> tx.executions().settled(ids)));
    }

    void bindTo(Bindings bindings) {
        bindings.bindWaiting(Catalogue.AWAIT_RESULT, this::await);
    }

    LongPoll<AwaitResultOutcome> await(AwaitResultRequest args) {
        LongPolls.check(args.maxWaitMs());
        return new ResultLongPoll(watcher, args.executionId(), args.maxWaitMs(), () -> look(args));
    }

    private AwaitResultOutcome look(AwaitResultRequest args) {
        var found = calls.read(tx -> tx.executions().findWithResult(args.executionId()))
                .orElseThrow(() -> CommandExecutor.notFound(args.executionId()).toException());
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
