package io.flowfabric.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ff server admin}: what operators ask about the settings of a server without starting it. */
@Command(
        name = "admin",
        header = "Examine the settings of a server without starting it.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
final class ServerAdminCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "ff server admin needs a command: %s."
                        .formatted(String.join(", ", spec.subcommands().keySet())));
    }
}
