package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 07, line 108; the severities are those of the model. */
class PartitionCollisionsCommandTest {
    @Test
    void lanesThatShareNothingAreCleanAndNeedNoHint() {
        var ran = run(Map.of("FF_LANES", "default,orders"));

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out().lines())
                .containsExactly(
                        "LANE              PARTITION  SHARED WITH",
                        "default                  86",
                        "orders                  105",
                        "",
                        "Clean: 0 of 2 lanes share a partition; there are 256.");
    }

    @Test
    void lanesThatCollideComeWithThreeHints() {
        var ran = run(Map.of("FF_LANES", "c, a, b", "FF_FLOW_PARTITIONS", "1"));

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out().lines())
                .startsWith(
                        "LANE              PARTITION  SHARED WITH",
                        "a                         0  b, c",
                        "b                         0  a, c",
                        "c                         0  a, b",
                        "",
                        "Remediate: 3 of 3 lanes share a partition; there are 1.")
                .filteredOn(line -> line.matches("\\d\\. .*"))
                .hasSize(3);
    }

    /** How many lanes of these names share a partition was counted beforehand: none, 4, 6 and 16. */
    @ParameterizedTest
    @CsvSource({"256, 3, Clean", "1000, 100, Watch", "1000, 120, Elevated", "256, 100, Remediate"})
    void severityIsThatOfTheShareOfLanes(int partitions, int lanes, String severity) {
        String names = IntStream.range(0, lanes).mapToObj(i -> "lane-" + i).collect(Collectors.joining(","));

        var ran = run(Map.of("FF_LANES", names, "FF_FLOW_PARTITIONS", Integer.toString(partitions)));

        assertThat(ran.out()).contains(severity + ": ");
        assertThat(ran.out().contains("1. ")).isEqualTo(!severity.equals("Clean"));
    }

    @Test
    void columnIsAsWideAsTheLongestName() {
        var ran = run(Map.of("FF_LANES", "a-lane-with-a-rather-long-name,b"));

        assertThat(ran.out().lines().findFirst().orElseThrow())
                .isEqualTo("LANE" + " ".repeat(26) + "  PARTITION  SHARED WITH");
    }

    @Test
    void flagsOfTheServerCountToo() {
        var ran = run(Map.of("FF_LANES", "a"), "--lanes", "b,c", "admin", "partition-collisions");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains("0 of 2 lanes").doesNotContainPattern("(?m)^a ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FF_LANES           | a,b,a | twice",
                "FF_LANES           | ,     | FF_LANES",
                "FF_LANES           | a\u00e4 | FF_LANES",
                "FF_FLOW_PARTITIONS | 0     | FF_FLOW_PARTITIONS",
                "FF_FLOW_PARTITIONS | 70000 | 65535",
                "FF_FLOW_PARTITIONS | x     | FF_FLOW_PARTITIONS",
            })
    void lanesAndCountsThatCannotBeAreRefusedInOneLine(String variable, String value, String said) {
        var ran = run(Map.of(variable, value));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).hasLineCount(1).contains(said);
    }

    @Test
    void adminWithoutACommandOrWithAnotherIsAUsageError() {
        var none = Cli.run("server", "admin");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).hasLineCount(1).contains("partition-collisions", "See: ff server admin --help");

        var unknown = Cli.run("server", "admin", "partition-colisions");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).hasLineCount(1).contains("partition-colisions");
    }

    private static Cli.Ran run(Map<String, String> environment) {
        return run(environment, "admin", "partition-collisions");
    }

    private static Cli.Ran run(Map<String, String> environment, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = ServerCommand.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Cli.Ran(exitCode, out.toString(), err.toString());
    }
}
