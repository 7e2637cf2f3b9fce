package io.flowfabric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example runs to its end in a process of its own, and says what its README promises. */
class ExamplesTest {
    private static final long PATIENCE_MINUTES = 3;

    @TempDir
    Path directory;

    @Test
    void helloWorldGreets() throws Exception {
        assertThat(run(HelloWorld.class, "Ada")).containsExactly("hello, Ada");
    }

    @Test
    void failureIsTriedThreeTimesAndTheReminderIsCalledOff() throws Exception {
        assertThat(run(RetryAndCancel.class))
                .containsExactly(
                        "ended as failed: mail server of ada@example.com does not answer",
                        "  attempt 0, initial",
                        "  attempt 1, retry",
                        "  attempt 2, retry",
                        "ended as cancelled: the customer has paid");
    }

    @Test
    void secondResponderTakesOverAndTheThirdLossIsEscalated() throws Exception {
        assertThat(run(IncidentRemediation.class))
                .containsSubsequence(
                        "first: works on db-1, attempt 0",
                        "supervisor: the first responder is dead",
                        "second: works on db-1, attempt 1",
                        "supervisor: db-1 has space again, thanks to the second",
                        "responder 0: works on db-2, attempt 0, and dies",
                        "responder 1: works on db-2, attempt 1, and dies",
                        "responder 2: works on db-2, attempt 2, and dies",
                        "supervisor: the second incident ended as failed (max_reclaims_exceeded), call a person");
    }

    @Test
    void shellWorkerAnswersWhatTheProgramWrote() throws Exception {
        assertThat(run(ShellWorker.class)).containsExactly("ONE", "TWO", "THREE");
    }

    @Test
    void orderAndMailAreStoredTogetherOrNotAtAll() throws Exception {
        assertThat(run(Shop.class))
                .containsExactly(
                        "we have your order for tea",
                        "number 1 is taken, so there is no order and no mail",
                        "1 execution");
    }

    @Test
    void listenerGoesOnWhereItsPredecessorDied() throws Exception {
        assertThat(run(EventListener.class))
                .containsExactly(
                        "the first listener died (1) and left 2 invoices",
                        "the second has written the rest: 5 invoices, 5 different");
    }

    private List<String> run(Class<?> example, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                example.getName()));
        command.addAll(List.of(arguments));
        // Errors apart: on newer JVMs they carry a warning about native code.
        var process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES))
                .as(output)
                .isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines().toList();
    }
}
