package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.FfProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCommandTest {
    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void outputBecomesTheResult() {
        String id = cli.onStore("submit", "--payload", "hello").line();

        var ran = cli.onStore("worker", "--max-tasks", "1", "--exec", "tr a-z A-Z");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.err()).contains("1 completed, 0 failed");
        assertThat(cli.onStore("get", id).out()).contains("result  5 bytes", "HELLO");
    }

    @Test
    void commandKnowsWhatItWorksOn() {
        String id = cli.onStore("submit", "--lane", "mail", "--kind", "send").line();

        cli.onStore(
                "worker",
                "--lane",
                "mail",
                "--max-tasks",
                "1",
                "--exec",
                "printf '%s %s %s %s' $FF_EXECUTION_ID $FF_ATTEMPT_INDEX $FF_EXECUTION_KIND $FF_LANE");

        assertThat(cli.onStore("get", id).out()).contains(id + " 0 send mail");
    }

    @Test
    void severalLanesAreServedByOneWorker() {
        String first = cli.onStore("submit", "--lane", "mail").line();
        String second = cli.onStore("submit", "--lane", "orders").line();

        var ran = cli.onStore(
                "worker", "--lane", "orders=3", "--lane", "mail", "--max-tasks", "2", "--exec", "printf $FF_LANE");

        assertThat(ran.err()).contains("lanes orders, mail");
        assertThat(cli.onStore("get", first).out()).contains("mail");
        assertThat(cli.onStore("get", second).out()).contains("orders");
    }

    @Test
    void laneWithoutWeightIsRefused() {
        assertThat(cli.onStore("worker", "--lane", "orders=0", "--exec", "true").err())
                .contains("orders=0", "use 1 to 1000");
    }

    @Test
    void exitCode100IsNotRetried() {
        String id = cli.onStore("submit", "--retries", "3", "--backoff", "1ms").line();

        cli.onStore("worker", "--max-tasks", "1", "--exec", "exit 100");

        assertThat(cli.onStore("get", id).out())
                .containsPattern("state +failed")
                .contains("exit code 100 (permanent)");
    }

    @Test
    void otherExitCodesAreRetriedWithinThePolicy() {
        String id = cli.onStore("submit", "--retries", "1", "--backoff", "1ms").line();

        cli.onStore("worker", "--max-tasks", "2", "--exec", "exit 7");

        assertThat(cli.onStore("list", "--state", "failed").out()).contains(id);
        assertThat(cli.onStore("get", id).out()).contains("0  initial", "1  retry", "exit code 7 (exit_code)");
    }

    @Test
    void failureIsSaidInTheWordsOfTheCommand() throws IOException {
        cli.onStore("submit", "--kind", "mail");
        String command = "echo 'no such mailbox' >&2; exit 7";

        try (var worker = FfProcess.start("worker", "--max-tasks", "1", "--store", cli.store(), "--exec", command)) {
            assertThat(worker.awaitLine(line -> line.contains("WARN")))
                    .contains("Attempt 0 of kind mail failed: exit code 7: no such mailbox (exit_code)")
                    .doesNotContain("TaskFailure", "HandlerCall");
        }
    }

    @Test
    void tooMuchOutputFailsForGood() {
        String id = cli.onStore("submit", "--retries", "3", "--backoff", "1ms").line();

        cli.onStore("worker", "--max-tasks", "1", "--exec", "yes");

        assertThat(cli.onStore("get", id).out()).contains("the command printed more than 1048576 bytes");
    }

    @Test
    void executionsOfAnotherKindAreNotRun() {
        String other =
                cli.onStore("submit", "--kind", "other", "--priority", "9").line();
        String mine = cli.onStore("submit", "--kind", "mine").line();

        cli.onStore("worker", "--kind", "mine", "--concurrency", "1", "--max-tasks", "1", "--exec", "echo ran");

        assertThat(cli.onStore("get", mine).out()).contains("ran");
        assertThat(cli.onStore("get", other).out()).contains("runtime_no_handler");
    }

    @Test
    void otherNamespacesAreLeftAlone() {
        String foreign = cli.onStore("submit", "--namespace", "theirs", "--priority", "9")
                .line();
        cli.onStore("submit");

        cli.onStore("worker", "--max-tasks", "1", "--exec", "true");

        assertThat(cli.onStore("get", foreign).out()).containsPattern("state +waiting");
    }
}
