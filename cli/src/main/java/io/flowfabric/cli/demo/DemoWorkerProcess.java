package io.flowfabric.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link DemoWorker} in a process of its own, which ends with this one. */
final class DemoWorkerProcess implements AutoCloseable {
    private static final String MAIN = "io.flowfabric.cli.Main";
    private static final Duration GOODBYE = Duration.ofSeconds(5);
    private static final int NATIVE_ACCESS_WARNS_SINCE = 22;

    private final Process process;
    private final Path log;

    private DemoWorkerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a worker; what it logs goes to a file in the directory.
     *
     * @param finish how many executions it completes before it only holds what it has
     */
    static DemoWorkerProcess start(DemoPlan plan, Path directory, String name, int finish) throws IOException {
        var log = directory.resolve(name + ".log");
        var builder = new ProcessBuilder(command(plan, name, finish))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile());
        // The address may hold a password, and every user of the machine can read the arguments of a process.
        builder.environment().put(DemoWorker.STORE_VARIABLE, plan.store().text());
        return new DemoWorkerProcess(builder.start(), log);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL: it gets no chance to hand anything back. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The last thing it logged, to explain an unexpected end. */
    String lastWords() throws IOException {
        var lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it logged nothing" : lines.get(lines.size() - 1);
    }

    /** Lets it end by itself, and ends it when it does not. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            process.waitFor(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }

    void destroy() {
        process.destroyForcibly();
    }

    private static List<String> command(DemoPlan plan, String name, int finish) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        // It lives for seconds, too short for the optimising compiler to pay.
        command.add("-XX:TieredStopAtLevel=1");
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "demo-worker"));
        command.addAll(List.of("--lane", plan.lane().value(), "--name", name));
        command.addAll(List.of("--lease", plan.lease().toMillis() + "ms"));
        command.addAll(List.of("--concurrency", Integer.toString(plan.concurrency())));
        command.addAll(List.of("--finish", Integer.toString(finish)));
        return command;
    }
}
