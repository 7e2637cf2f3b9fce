package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.json.FlowFabricJson;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void soundStoreHasNoProblem() throws Exception {
        cli.onStore("migrate", "--apply");

        var ran = cli.onStore("doctor");
        var report =
                FlowFabricJson.mapper().readTree(cli.onStore("doctor", "--json").out());

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains("No problem found.").doesNotContain("bad ");
        assertThat(report.at("/problems").asInt()).isZero();
        assertThat(report.at("/checks"))
                .hasSize(12)
                .allSatisfy(check -> assertThat(check.get("state").asText()).isEqualTo("fine"));
    }

    @Test
    void missingMigrationIsFoundAndNothingIsCreated() {
        var ran = cli.onStore("doctor");

        assertThat(ran.exitCode()).isEqualTo(3);
        assertThat(ran.out())
                .contains(
                        "bad  migrations    none is applied", "1 executions", "ff migrate --apply", "1 problem found.")
                .contains("skip indexes");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void backlogAndMissingCapabilityAreFoundAndExplained() throws Exception {
        String plain = cli.onStore("submit", "--lane", "mail").line();
        String choosy = cli.onStore(
                        "submit", "--policy", "{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}")
                .line();

        var ran = cli.onStore("doctor");
        var report =
                FlowFabricJson.mapper().readTree(cli.onStore("doctor", "--json").out());

        assertThat(ran.exitCode()).isEqualTo(3);
        assertThat(ran.out())
                .containsPattern("bad  capabilities  1 execution .*" + Pattern.quote(choosy) + ".*gpu")
                .containsPattern("bad  backlog       1 execution .*" + Pattern.quote(plain))
                .contains("2 problems found.");
        assertThat(report.at("/problems").asInt()).isEqualTo(2);
        assertThat(report.findValuesAsText("remedy"))
                .hasSize(2)
                .allSatisfy(text -> assertThat(text).isNotBlank());
    }
}
