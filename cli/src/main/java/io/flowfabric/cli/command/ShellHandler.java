package io.flowfabric.cli.command;

import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskFailure;
import io.flowfabric.sdk.task.TaskHandler;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Works on executions by running a shell command for each. */
final class ShellHandler implements TaskHandler {
    /** The exit code by which a command says that another attempt would fail too. */
    static final int PERMANENT = 100;

    private static final String CATEGORY = "exit_code";

    private final ShellCommand command;

    ShellHandler(ShellCommand command) {
        this.command = command;
    }

    @Override
    public Optional<byte[]> handle(Task task) throws IOException, InterruptedException {
        var ended = command.run(
                task.payload(),
                Map.of(
                        "FF_EXECUTION_ID", task.executionId().toString(),
                        "FF_ATTEMPT_INDEX", Integer.toString(task.attemptIndex()),
                        "FF_EXECUTION_KIND", task.kind(),
                        "FF_LANE", task.lane().value()));
        if (ended.wroteTooMuch()) {
            throw new PermanentFailure("the command printed more than %d bytes; store them elsewhere and print where"
                    .formatted(ShellCommand.MAX_OUTPUT_BYTES));
        }
        if (ended.exitCode() == 0) {
            return Optional.of(ended.output());
        }
        String message =
                "exit code " + ended.exitCode() + (ended.lastErrors().isEmpty() ? "" : ": ") + ended.lastErrors();
        throw ended.exitCode() == PERMANENT ? new PermanentFailure(message) : new TaskFailure(message, CATEGORY);
    }
}
