package io.flowfabric.cli.command;

import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ff wait}. */
@Command(
        name = "wait",
        header = "Wait for an execution to end and print its result.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  ff wait '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "  ff wait --for 5m '{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10'",
            "",
            "Exits 1 unless the execution completed in that time; it goes on regardless."
        })
final class WaitCommand extends EngineCommand {
    @Parameters(paramLabel = "ID", description = "The execution id.")
    private ExecutionId id;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "1m",
            description = "How long to wait at most. Otherwise 1m.")
    private Duration timeout;

    @Override
    int run(Engine engine) {
        return new EndingPrinter(commandLine(), isJson()).await(engine, id, timeout);
    }
}
