package io.flowfabric.cli.command;

import io.flowfabric.cli.support.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ff completion}. */
@Command(
        name = "completion",
        header = "Print a script by which a shell completes commands and options.",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        footer = {"", "Examples:", "  source <(ff completion bash)", "  ff completion zsh >> ~/.zshrc"})
final class CompletionCommand implements Callable<Integer> {
    /** One script serves both: it turns on the zsh that understands it. */
    enum Shell {
        bash,
        zsh
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        out.print(CompletionScript.of(spec.root().commandLine()));
        out.flush();
        return ExitCodes.OK;
    }
}
