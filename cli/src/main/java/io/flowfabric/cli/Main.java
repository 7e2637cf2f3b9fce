package io.flowfabric.cli;

import io.flowfabric.cli.command.CommandTree;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.cli.console.TerminalWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where {@code ff} begins. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        var terminal = Terminal.detect(System.getenv());
        var commandLine = CommandTree.commandLine(terminal)
                .setOut(terminal.isLive() ? new TerminalWriter(utf8(FileDescriptor.out)) : utf8(FileDescriptor.out))
                .setErr(new TerminalWriter(utf8(FileDescriptor.err)));
        System.exit(commandLine.execute(args));
    }

    /** Results are bytes for the next program in a pipe: the locale must not turn them into question marks. */
    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
