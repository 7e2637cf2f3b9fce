package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.demo.Demo;
import io.flowfabric.cli.demo.DemoWorker;
import io.flowfabric.cli.option.OptionValues;
import io.flowfabric.cli.support.ErrorReporter;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Every command of {@code ff}, in the order of its help. */
public final class CommandTree {
    private CommandTree() {}

    /** The whole command line, ready to execute. */
    public static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, new DoctorCommand(terminal));
    }

    /** As above, with another doctor. */
    static CommandLine commandLine(Terminal terminal, DoctorCommand doctor) {
        var root = new RootCommand();
        var commandLine = new CommandLine(root)
                .addSubcommand(new SubmitCommand())
                .addSubcommand(new GetCommand(terminal))
                .addSubcommand(new ListCommand(terminal))
                .addSubcommand(new WhyCommand(terminal))
                .addSubcommand(new WaitCommand())
                .addSubcommand(new ResultCommand())
                .addSubcommand(new CancelCommand())
                .addSubcommand(new ReplayCommand())
                .addSubcommand(new PriorityCommand())
                .addSubcommand(new RevokeCommand())
                .addSubcommand(new WorkersCommand())
                .addSubcommand(new LeasesCommand(terminal))
                .addSubcommand(new EventsCommand(terminal))
                .addSubcommand(new TopCommand(terminal))
                .addSubcommand(doctor)
                .addSubcommand(new CallCommand())
                .addSubcommand(new WorkerCommand())
                .addSubcommand(ServerCommand.commandLine())
                .addSubcommand(new MigrateCommand())
                .addSubcommand(new Demo(terminal))
                .addSubcommand(new DemoWorker())
                .addSubcommand(bench(terminal))
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new HelpCommand())
                // "--policy @file" is ours to read.
                .setExpandAtFiles(false)
                .setColorScheme(Help.defaultColorScheme(terminal.hasColours() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.min(Math.max(terminal.width(), 80), 110));
        OptionValues.register(commandLine);
        var reporter = new ErrorReporter(root::isVerbose);
        commandLine.setParameterExceptionHandler(reporter).setExecutionExceptionHandler(reporter);
        commandLine.setExecutionStrategy(parsed -> {
            root.configureLogging();
            return new CommandLine.RunLast().execute(parsed);
        });
        return commandLine;
    }

    private static Object bench(Terminal terminal) {
        return ServiceLoader.load(BenchSource.class)
                .findFirst()
                .map(source -> source.command(terminal))
                .orElseGet(MissingBenchCommand::new);
    }
}
