package io.flowfabric.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Stands for {@code ff bench} where its module is not: that module brings the systems it compares with, which do
 * not belong on the class path of a worker. The launcher runs the right one.
 */
@Command(
        name = "bench",
        header = "Measure the engine on this machine, and others beside it.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ./ff bench", "  ./ff bench --help"})
final class MissingBenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "bench is not part of this jar; run ./ff bench in the source tree.");
    }
}
