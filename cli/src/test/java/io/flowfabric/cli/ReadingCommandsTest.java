package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.flowfabric.cli.command.Cli;
import io.flowfabric.model.json.FlowFabricJson;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingCommandsTest {
    private static final String UNKNOWN = "{fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10";

    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void lookingIntoAMissingStoreCreatesNone() {
        for (var ran : List.of(cli.onStore("list"), cli.onStore("get", UNKNOWN), cli.onStore("migrate", "--show"))) {
            assertThat(ran.out() + ran.err()).isNotEmpty();
        }
        assertThat(cli.onStore("list").exitCode()).isEqualTo(1);
        assertThat(cli.onStore("list").err()).hasLineCount(1).contains("no store at " + cli.store());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void unknownExecutionIsNotFound() {
        cli.onStore("submit");

        var ran = cli.onStore("get", UNKNOWN);

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).hasLineCount(1).startsWith("ff: execution_not_found: " + UNKNOWN);
    }

    @Test
    void attemptsAreShownAsATimelineWithTheirReasons() {
        String id = cli.onStore("submit", "--payload", "x", "--retries", "1", "--backoff", "1ms")
                .line();
        cli.onStore(
                "worker",
                "--max-tasks",
                "2",
                "--exec",
                "[ $FF_ATTEMPT_INDEX = 1 ] && cat || { echo jam >&2; exit 3; }");

        assertThat(cli.onStore("get", id).out())
                .containsPattern("state +completed")
                .containsPattern("0  initial  ended_failure .*exit code 3: jam \\(exit_code\\)")
                .containsPattern("1  retry    ended_success ")
                .containsPattern("result  1 byte\\R  x");
    }

    @Test
    void getSaysWhyAnExecutionIsNotRunning() {
        String id = cli.onStore("submit", "--lane", "mail").line();

        assertThat(cli.onStore("get", id).out()).containsPattern("because +it waits for a worker; there is none");
    }

    @Test
    void getAsJsonHoldsAttemptsAndResult() throws JsonProcessingException {
        String id = cli.onStore("submit", "--payload", "x").line();
        cli.onStore("worker", "--max-tasks", "1", "--exec", "cat");

        var json = FlowFabricJson.mapper()
                .readTree(cli.onStore("get", "--json", id).out());

        assertThat(json.at("/execution_id").asText()).isEqualTo(id);
        assertThat(json.at("/public_state").asText()).isEqualTo("completed");
        assertThat(json.at("/attempts/0/status").asText()).isEqualTo("ended_success");
        assertThat(json.at("/result/bytes").isMissingNode()).isFalse();
    }

    @Test
    void pagesFollowEachOtherWithoutGapOrRepetition() {
        var ids = IntStream.range(0, 5)
                .mapToObj(i -> cli.onStore("submit").line())
                .toList();

        var first = cli.onStore("list", "--limit", "3");
        String cursor = first.err().replaceAll("(?s).*--cursor '(.*)'.*", "$1").strip();
        var second = cli.onStore("list", "--limit", "3", "--cursor", cursor);

        assertThat(first.out() + second.out()).contains(ids);
        assertThat(first.out().lines()).hasSize(4);
        assertThat(second.out().lines()).hasSize(3);
        assertThat(second.err()).isEmpty();
    }

    @Test
    void stateFiltersAreHonouredAcrossPages() {
        cli.onStore("submit");
        String delayed = cli.onStore("submit", "--delay", "1h").line();
        cli.onStore("submit");

        assertThat(cli.onStore("list", "--state", "delayed", "--limit", "1")
                        .out()
                        .lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith(delayed);
    }

    @Test
    void onlyTheGivenPartitionIsListed() {
        cli.onStore("submit", "--id", UNKNOWN);
        cli.onStore("submit", "--id", UNKNOWN.replace("fp:7", "fp:8"));

        assertThat(cli.onStore("list", "--partition", "7").out().lines()).hasSize(2);
    }

    @Test
    void listAsJsonIsOneObject() throws JsonProcessingException {
        String id = cli.onStore("submit", "--kind", "greet").line();

        var json =
                FlowFabricJson.mapper().readTree(cli.onStore("list", "--json").out());

        assertThat(json.at("/executions/0/execution_id").asText()).isEqualTo(id);
        assertThat(json.at("/executions/0/execution_kind").asText()).isEqualTo("greet");
    }
}
