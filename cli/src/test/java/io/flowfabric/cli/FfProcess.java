package io.flowfabric.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** {@code ff} as a process of its own, as shells and supervisors run it; closing it kills it. */
public final class FfProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;
    private final List<String> said = new ArrayList<>();

    private FfProcess(Process process, BufferedReader lines) {
        this.process = process;
        this.lines = lines;
    }

    /** Starts it, with both of its outputs as one. */
    public static FfProcess start(String... arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    /** The same with settings in its environment, which has no others. */
    static FfProcess start(Map<String, String> settings, String... arguments) throws IOException {
        var process = builder(settings, arguments).redirectErrorStream(true).start();
        return new FfProcess(process, process.inputReader());
    }

    /** Starts it, and hears only what it writes to standard error. */
    static FfProcess startForErrors(String... arguments) throws IOException {
        var process =
                builder(Map.of(), arguments).redirectOutput(Redirect.DISCARD).start();
        return new FfProcess(process, process.errorReader());
    }

    private static ProcessBuilder builder(Map<String, String> settings, String... arguments) {
        var command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        // Native access is in the manifest of the jar; without it newer JVMs warn on standard error. The process lives
        // no longer
        // than this one, so what this JVM does without (a second compiler, a collector with threads) is no use to it
        // either.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--enable-native-access") || argument.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(List.of(
                // What is shipped, and not what the tests of some module bring along.
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("FF_"));
        builder.environment().putAll(settings);
        return builder;
    }

    /** Everything that it says until it ends, as it is. */
    byte[] output() throws IOException {
        return process.getInputStream().readAllBytes();
    }

    /** Waits for a line and answers it. */
    public String awaitLine(Predicate<String> wanted) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.add(line);
            if (wanted.test(line)) {
                return line;
            }
        }
        throw new AssertionError("It ended and said: " + said);
    }

    /** Asks it to stop: SIGTERM, where there are signals. By its handle, which leaves what it says afterwards readable. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Waits no longer than 07 §5.5 gives a server: 15 seconds for each of three steps. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(45, TimeUnit.SECONDS)) {
            throw new AssertionError("It did not end in time, and said: " + said);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
