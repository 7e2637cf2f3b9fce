package io.flowfabric.cli.command;

import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands in this process on a store in a directory, and keeps what they print. */
public final class Cli {
    private final Path directory;

    public Cli(Path directory) {
        this.directory = directory;
    }

    /** How a command ended. */
    public record Ran(int exitCode, String out, String err) {
        public String line() {
            return out.strip();
        }
    }

    /** Runs a command with {@code --store} behind it. */
    public Ran onStore(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--store", store()));
        return run(all.toArray(String[]::new));
    }

    public static Ran run(String... args) {
        return run(CommandTree.commandLine(Terminal.PLAIN), args);
    }

    /** Runs a command on a machine whose clock is another. */
    public static Ran runAt(Clock clock, String... args) {
        return run(CommandTree.commandLine(Terminal.PLAIN, new DoctorCommand(Terminal.PLAIN, clock)), args);
    }

    private static Ran run(CommandLine commandLine, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Ran(exitCode, out.toString(), err.toString());
    }

    public String store() {
        return "sqlite:" + directory.resolve("app.db");
    }
}
