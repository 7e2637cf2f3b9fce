package io.flowfabric.cli.command;

import io.flowfabric.cli.option.OptionValues;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ff help}. */
@Command(
        name = "help",
        header = "Explain ff, or one of its commands.",
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n")
final class HelpCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command to explain.")
    private Optional<String> command = Optional.empty();

    @Override
    public void run() {
        var ff = spec.parent().commandLine();
        var explained = command.map(name -> Optional.ofNullable(
                                ff.getSubcommands().get(name))
                        .orElseThrow(() -> new ParameterException(
                                ff, OptionValues.quoted(name) + " is not a command; ff --help lists them.")))
                .orElse(ff);
        explained.usage(ff.getOut());
    }
}
