package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandTest {
    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void printsTheIdAndNothingElse() {
        var ran = cli.onStore("submit", "--kind", "greet", "--payload", "hello");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ExecutionId.parse(ran.line()).toString()).isEqualTo(ran.line());
    }

    @Test
    void repeatedKeyAnswersTheFirstId() {
        String first = cli.onStore("submit", "--key", "k").line();

        assertThat(cli.onStore("submit", "--key", "k").line()).isEqualTo(first + " duplicate");
    }

    @Test
    void keysOfOtherNamespacesAreOtherKeys() {
        cli.onStore("submit", "--key", "k");

        assertThat(cli.onStore("submit", "--key", "k", "--namespace", "other").line())
                .doesNotContain("duplicate");
    }

    @Test
    void repeatedIdAnswersDuplicate() {
        String id = "{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10";

        assertThat(cli.onStore("submit", "--id", id).line()).isEqualTo(id);
        assertThat(cli.onStore("submit", "--id", id).line()).isEqualTo(id + " duplicate");
    }

    @Test
    void jsonIsTheOutcomeOfTheOperation() {
        var ran =
                cli.onStore("submit", "--json", "--delay", "1h", "--id", "{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10");

        assertThat(ran.line())
                .isEqualTo("{\"Created\":{\"execution_id\":\"{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10\","
                        + "\"public_state\":\"delayed\"}}");
    }

    @Test
    void everyOptionArrives() throws IOException {
        var policy = Files.writeString(directory.resolve("policy.json"), "{\"max_replay_count\":3}");
        String id = cli.onStore(
                        "submit",
                        "--lane",
                        "mail",
                        "--kind",
                        "send",
                        "--priority",
                        "7",
                        "--tag",
                        "acme.order=7",
                        "--tag",
                        "acme.note=a=b",
                        "--deadline",
                        "2099-01-31T12:00:00Z",
                        "--policy",
                        "@" + policy)
                .line();

        assertThat(cli.onStore("get", id).out())
                .containsPattern("lane +mail")
                .containsPattern("kind +send")
                .containsPattern("priority +7")
                .contains("acme.note=a=b  acme.order=7");
    }

    @Test
    void payloadIsReadFromAFileAndFromStandardInput() throws IOException {
        var file = Files.writeString(directory.resolve("letter.txt"), "from a file");
        var in = System.in;
        System.setIn(new ByteArrayInputStream("from standard input".getBytes(StandardCharsets.UTF_8)));
        try {
            cli.onStore("submit", "--payload-file", file.toString());
            cli.onStore("submit", "-");
        } finally {
            System.setIn(in);
        }

        cli.onStore("worker", "--max-tasks", "2", "--exec", "cat");

        assertThat(cli.onStore("list", "--state", "completed")
                        .out()
                        .lines()
                        .skip(1)
                        .map(line -> line.split(" ")[0]))
                .map(id -> cli.onStore("get", id)
                        .out()
                        .lines()
                        .reduce((first, last) -> last)
                        .orElseThrow()
                        .strip())
                .containsExactlyInAnyOrder("from a file", "from standard input");
    }

    @Test
    void waitingInVainIsNoSuccess() {
        var ran = cli.onStore("submit", "--wait", "1ms");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).hasLineCount(1).contains("has not ended after 1 ms and continues");
    }

    @Test
    void waitingPrintsTheResult() {
        cli.onStore("submit", "--key", "k", "--payload", "hello");
        cli.onStore("worker", "--max-tasks", "1", "--exec", "tr a-z A-Z");

        var ran = cli.onStore("submit", "--key", "k", "--wait", "10s");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out().lines()).last().isEqualTo("HELLO");
    }

    @Test
    void waitingForAFailureSaysWhyAndExitsWithOne() {
        cli.onStore("submit", "--key", "k");
        cli.onStore("worker", "--max-tasks", "1", "--exec", "echo out of paper >&2; exit 100");

        var ran = cli.onStore("submit", "--key", "k", "--wait", "10s", "--json");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).hasLineCount(1).contains("ended as failed: exit code 100: out of paper");
        assertThat(ran.out().lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("{\"Ended\":{\"public_state\":\"failed\"");
    }
}
