package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.rendering.Output;
import io.flowfabric.cli.rendering.ResultOutput;
import io.flowfabric.cli.support.ErrorReporter;
import io.flowfabric.cli.support.ExitCodes;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultOutcome.Ended;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import picocli.CommandLine;

/** Waits for an execution to end and prints how it did. */
final class EndingPrinter {
    private static final long LONGEST_CALL_MS = Limits.WAIT_MS;

    private final CommandLine command;
    private final boolean json;

    EndingPrinter(CommandLine command, boolean json) {
        this.command = command;
        this.json = json;
    }

    /** Answers the exit code: 0 only if the execution completed in time. */
    int await(Engine engine, ExecutionId id, Duration timeout) {
        var answer = waited(engine, id, timeout);
        if (json) {
            Output.json(command.getOut(), answer);
        }
        if (answer instanceof Ended ended) {
            return print(id, ended);
        }
        ErrorReporter.print(
                command,
                "%s has not ended after %s and continues. To see its state: ff get '%s'"
                        .formatted(id, Durations.describe(timeout.toMillis()), id));
        return ExitCodes.REFUSED;
    }

    private int print(ExecutionId id, Ended ended) {
        if (ended.publicState() != PublicState.COMPLETED) {
            var reason = ended.failureReason().or(ended::cancellationReason);
            ErrorReporter.print(
                    command,
                    "%s ended as %s%s"
                            .formatted(
                                    id,
                                    ended.publicState().literal(),
                                    reason.map(why -> ": " + why).orElse("")));
            return ExitCodes.REFUSED;
        }
        if (!json) {
            ended.result().ifPresent(result -> ResultOutput.print(command.getOut(), result));
        }
        return ExitCodes.OK;
    }

    private static AwaitResultOutcome waited(Engine engine, ExecutionId id, Duration timeout) {
        var deadline = Deadline.in(timeout);
        while (true) {
            long left = Math.max(0, deadline.remainingNanos() / 1_000_000);
            var answer =
                    engine.call(Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, Math.min(left, LONGEST_CALL_MS)));
            if (answer instanceof Ended || deadline.hasPassed()) {
                return answer;
            }
        }
    }
}
