package io.flowfabric.store.testkit.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM with the classes of this one. The test talks to it line by line, and closing it kills it.
 *
 * @param errors what it writes to its standard error
 */
public record ChildJvm(Process process, BufferedReader output, Path errors) implements AutoCloseable {

    private static final int FIRST_WITH_NATIVE_WARNING = 22;

    /** Children live for seconds: most of what they cost is their start. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

    /** The command line that runs a main class of the tests. */
    public static List<String> command(Class<?> main, Object... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        if (Runtime.version().feature() >= FIRST_WITH_NATIVE_WARNING) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(SHORT_LIVED);
        // What logback says of its own files would be taken for the child's words.
        command.add("-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    /** Starts a main class with arguments. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(command(main, arguments));
    }

    /** Starts a main class in a JVM with a small heap, which ends at its first OutOfMemoryError. */
    public static ChildJvm startSmall(int heapMib, Class<?> main, Object... arguments) throws IOException {
        var command = command(main, arguments);
        command.addAll(command.indexOf("-cp"), List.of("-Xmx%dm".formatted(heapMib), "-XX:+ExitOnOutOfMemoryError"));
        return start(command);
    }

    /** Starts a main class in a JVM whose clock is wrong by that much; see {@link SkewedLoader}. */
    public static ChildJvm startSkewed(Duration skew, Class<?> main, Object... arguments) throws IOException {
        var command = command(main, arguments);
        command.addAll(1, SkewedLoader.options(skew));
        return start(command);
    }

    /** Starts what {@link #command} answered, or a variation of it. */
    public static ChildJvm start(List<String> command) throws IOException {
        Path errors = Files.createTempFile("flowfabric-child", ".err");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        return new ChildJvm(process, process.inputReader(), errors);
    }

    /** Writes a line to its standard input. */
    public void say(String line) throws IOException {
        var input = process.outputWriter();
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** The next line, or nothing once the process has ended. */
    public Optional<String> hear() throws IOException {
        return Optional.ofNullable(output.readLine());
    }

    /** Waits for a line that begins with a word and answers the rest of it. */
    public String hear(String word) throws IOException {
        String line = hear().orElseThrow(() -> new AssertionError("The child ended: " + complaints()));
        if (!line.startsWith(word)) {
            throw new AssertionError("The child said \"" + line + "\" instead of " + word + ": " + complaints());
        }
        return line.substring(word.length()).strip();
    }

    /** Waits until the process has ended by itself, in good order. */
    public void awaitEnd() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("The child did not end well: " + complaints());
        }
    }

    /** Ends the process as a crash does, and waits until it is gone. What it has said can still be heard. */
    public void kill() {
        // By its handle: Process.destroyForcibly would close the stream and lose what is in it.
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Stops the process where it is, with all that it holds; nothing tells it. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Lets a stopped process go on. */
    public void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int ended = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (ended != 0) {
            throw new AssertionError("SIG%s did not reach the child: %s".formatted(name, complaints()));
        }
    }

    /** What it has written to its standard error. */
    public String complaints() {
        try {
            return Files.readString(errors);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.deleteIfExists(errors);
    }
}
