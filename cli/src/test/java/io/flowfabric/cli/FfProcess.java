package io.flowfabric.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** {@code ff} as a process of its own, as shells and supervisors run it; closing it kills it. */
final class FfProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;
    private final List<String> said = new ArrayList<>();

    private FfProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader();
    }

    /** Starts it, with both of its outputs as one. */
    static FfProcess start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return new FfProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Everything that it says until it ends, as it is. */
    byte[] output() throws IOException {
        return process.getInputStream().readAllBytes();
    }

    /** Waits for a line and answers it. */
    String awaitLine(Predicate<String> wanted) throws IOException {
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

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
