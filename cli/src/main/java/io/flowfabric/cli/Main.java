package io.flowfabric.cli;

import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.console.TerminalWriter;
import io.flowfabric.cli.demo.Demo;
import io.flowfabric.cli.demo.DemoWorker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Where {@code ff} begins. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        var terminal = Terminal.detect(System.getenv());
        var commandLine = commandLine(terminal)
                .setOut(terminal.isLive() ? new TerminalWriter(utf8(FileDescriptor.out)) : utf8(FileDescriptor.out))
                .setErr(new TerminalWriter(utf8(FileDescriptor.err)));
        System.exit(commandLine.execute(args));
    }

    /** Results are bytes that somebody pipes on: the locale must not turn them into question marks. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** The whole command line, ready to execute. */
    static CommandLine commandLine(Terminal terminal) {
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
                .orElseGet(BenchCommand::new);
    }
}
