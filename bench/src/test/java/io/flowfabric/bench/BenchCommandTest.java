package io.flowfabric.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.cli.command.BenchSource;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--executions 5        | --executions: \"5\"       | 50 to",
                "--workers 0           | --workers: \"0\"          | 1 to 1000",
                "--processes 65        | --processes: \"65\"       | 1 to 64",
                "--batch 1001          | --batch: \"1001\"         | 1 to 1000",
                "--payload -1          | --payload: \"-1\"         | 0 to 1048576",
                "--repeats 0           | --repeats: \"0\"          | 1 to 100",
                "--scenario S1,S9      | \"S9\"                    | S0 to S7 and S22",
                "--store mysql         | \"mysql\"                 | postgresql, sqlite",
                "--store sqlite::memory: | \"sqlite::memory:\"     | cannot be measured",
                "--store sqlite:no/such/place.db | \"sqlite:no/such/place.db\" | no directory",
                "--store postgresql:13 | \"postgresql:13\"        | postgresql:18 or postgresql:14",
                "--lanes 1,0           | --lanes: \"0\"            | 1 to 256",
                "--engines 65          | --engines: \"65\"         | 1 to 64",
                "--plot result.pdf     | --plot: \"result.pdf\"    | .svg nor in .png",
                "--plot no/such/x.svg  | --plot: \"no/such/x.svg\" | directory that exists",
                "--json no/such/x.json | --json: \"no/such/x.json\" | directory that exists",
                "--profile no/such/x   | --profile: \"no/such/x\"  | directory that exists",
                "--profile pom.xml     | --profile: \"pom.xml\"    | directory that exists",
                "--profile x --scenario S2 | --profile: S1         | add it to --scenario",
                "--profile x --processes 2 | --profile: one process | leave --processes out",
                "--micro --peers       | --micro                   | alone",
                "--micro --profile x   | --micro                   | alone",
            })
    void malformedOptionIsRefusedBeforeAnythingIsStarted(String arguments, String offender, String expected) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(offender, expected);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void reportIsPrintedWrittenAndDrawn() throws Exception {
        var json = directory.resolve("result.json");
        var plot = directory.resolve("result.svg");
        var flames = directory.resolve("flames");

        int exitCode = execute(
                "--store",
                "sqlite:" + directory.resolve("beside.db"),
                "--scenario",
                "s0,s1",
                "--executions",
                "100",
                "--repeats",
                "1",
                "--json",
                json.toString(),
                "--plot",
                plot.toString(),
                "--profile",
                flames.toString());

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("cores", "brought to the disk", "S0", "S1", "Settings", "× sql", "Targets")
                .contains("where our time goes", "The flame graph is " + flames.resolve("s1-sqlite.svg"));
        assertThat(flames.resolve("s1-sqlite.svg")).isRegularFile();
        assertThat(new ObjectMapper().readTree(json.toFile()).at("/results")).hasSize(2);
        assertThat(plot).content().contains("flowfabric, sqlite");
        try (var left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(json, plot, flames);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void everyMajorIsMeasuredWithStockSettingsAndCompared() throws Exception {
        var json = directory.resolve("result.json");

        int exitCode = execute(
                "--store",
                "postgresql",
                "--scenario",
                "S0",
                "--executions",
                "50",
                "--repeats",
                "1",
                "--json",
                json.toString());

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("postgresql 14 ÷ postgresql 18: rate")
                .doesNotContain("left out");
        var report = new ObjectMapper().readTree(json.toFile());
        assertThat(report.at("/results"))
                .extracting(result -> result.at("/store").asText())
                .containsExactly("postgresql 18", "postgresql 14");
        assertThat(report.at("/machine/postgresql")).hasSize(2).allSatisfy(server -> {
            assertThat(server.at("/fsync").asText()).isEqualTo("on");
            assertThat(server.at("/jit").asText()).isEqualTo("on");
            assertThat(server.at("/shared_buffers").asText()).isEqualTo("128MB");
            assertThat(server.at("/max_wal_size").asText()).isEqualTo("1GB");
        });
    }

    @Test
    void helpFitsIntoEightyColumns() {
        var command = new CommandLine(new BenchCommand(Terminal.PLAIN));
        assertThat(command.getCommandSpec().usageMessage().footer())
                .as("a longer line would be broken, and its rest lose its place")
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    }

    @Test
    void commandLineFindsTheCommand() {
        assertThat(ServiceLoader.load(BenchSource.class))
                .singleElement()
                .satisfies(source -> assertThat(new CommandLine(source.command(Terminal.PLAIN)).getCommandName())
                        .isEqualTo("bench"));
    }

    private int execute(String... arguments) {
        return new CommandLine(new BenchCommand(Terminal.PLAIN))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
