package io.flowfabric.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ShellCommandTest {
    private static final byte[] NO_INPUT = {};

    @Test
    void errorsArePassedOnAndTheirLastLinesKept() throws Exception {
        var errors = new ByteArrayOutputStream();
        try (var command = new ShellCommand("seq 1 7 >&2; exit 9", errors)) {
            var ended = command.run(NO_INPUT, Map.of());

            assertThat(ended.exitCode()).isEqualTo(9);
            assertThat(ended.lastErrors()).isEqualTo("3\n4\n5\n6\n7");
            assertThat(errors.toString(UTF_8)).isEqualTo("1\n2\n3\n4\n5\n6\n7\n");
        }
    }

    @Test
    void inputNeedNotBeRead() throws Exception {
        try (var command = new ShellCommand("exec 0<&-; echo done", OutputStream.nullOutputStream())) {
            assertThat(command.run(new byte[1 << 20], Map.of()).output())
                    .asString(UTF_8)
                    .isEqualTo("done\n");
        }
    }

    @Test
    void ctrlCDoesNotReachTheCommand() throws Exception {
        try (var command = new ShellCommand("kill -INT $$; echo survived", OutputStream.nullOutputStream())) {
            assertThat(command.run(NO_INPUT, Map.of()).output()).asString(UTF_8).isEqualTo("survived\n");
        }
    }

    @Test
    void interruptionKillsTheWholeTree() throws Exception {
        var announced = new Announcement();
        try (var command = new ShellCommand("sleep 1000 & echo $! >&2; wait", announced)) {
            var run = new FutureTask<>(() -> command.run(NO_INPUT, Map.of()));
            var thread = new Thread(run);
            thread.start();
            var grandchild = ProcessHandle.of(announced.pid()).orElseThrow();

            thread.interrupt();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(run::get)
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(grandchild.onExit().get(10, TimeUnit.SECONDS).isAlive()).isFalse();
        }
    }

    @Test
    void closingKillsWhatRuns() throws Exception {
        var announced = new Announcement();
        var command = new ShellCommand("echo $$ >&2; sleep 1000", announced);
        var run = new FutureTask<>(() -> command.run(NO_INPUT, Map.of()));
        new Thread(run).start();
        announced.pid();

        command.close();

        assertThat(run.get(10, TimeUnit.SECONDS).exitCode()).isNotZero();
    }

    @Test
    void closingLeavesNothingOfACommandThatIsStartingMore() throws Exception {
        var announced = new Announcement();
        String seconds = "1000." + ThreadLocalRandom.current().nextInt(1_000_000, 10_000_000);
        var command = new ShellCommand("echo $$ >&2; while :; do sleep " + seconds + " & done", announced);
        var run = new FutureTask<>(() -> command.run(NO_INPUT, Map.of()));
        new Thread(run).start();
        announced.pid();

        command.close();

        assertThat(run.get(10, TimeUnit.SECONDS).exitCode()).isNotZero();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .filter(line -> line.contains(seconds))
                                .isPresent())
                        .map(ProcessHandle::onExit))
                .allSatisfy(ended -> assertThat(ended.get(10, TimeUnit.SECONDS)).isNotNull());
    }

    /** Receives the number of a process on a line of its own. */
    private static final class Announcement extends OutputStream {
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<Long> pid = new CompletableFuture<>();

        @Override
        public void write(int octet) {
            if (octet == '\n') {
                pid.complete(Long.valueOf(text.toString()));
            }
            text.append((char) octet);
        }

        long pid() throws Exception {
            return pid.get(10, TimeUnit.SECONDS);
        }
    }
}
