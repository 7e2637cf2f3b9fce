package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.flowfabric.cli.PartitionCollisions.Severity;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.partition.PartitionConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 07, line 108. */
class PartitionCollisionsTest {
    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({
        "0, 1, CLEAN",
        "0, 100, CLEAN",
        "1, 100, WATCH",
        "4, 100, WATCH",
        "49, 1000, WATCH",
        "5, 100, ELEVATED",
        "50, 1000, ELEVATED",
        "15, 100, ELEVATED",
        "150, 1000, ELEVATED",
        "151, 1000, REMEDIATE",
        "16, 100, REMEDIATE",
        "3, 3, REMEDIATE",
    })
    void severityGoesByTheShareOfLanesThatCollide(int colliding, int lanes, Severity expected) {
        assertThat(PartitionCollisions.severity(colliding, lanes)).isEqualTo(expected);
    }

    @Test
    void lanesStandByPartitionThenByName() {
        var one = PartitionCollisions.of(lanes("c", "a", "b"), new PartitionConfig(1, 1, 1));

        assertThat(one.places())
                .extracting(
                        place -> place.lane().value(),
                        PartitionCollisions.Place::partition,
                        place -> place.neighbours().toString())
                .containsExactly(
                        tuple("a", 0, lanes("b", "c").toString()),
                        tuple("b", 0, lanes("a", "c").toString()),
                        tuple("c", 0, lanes("a", "b").toString()));
        assertThat(one.colliding()).isEqualTo(3);
        assertThat(PartitionCollisions.of(lanes("a", "b", "c", "d", "e", "f"), PartitionConfig.DEFAULT)
                        .places())
                .isSortedAccordingTo((left, right) -> Integer.compare(left.partition(), right.partition()));
    }

    @Test
    void laneThatIsThereTwiceIsNamed() {
        assertThatThrownBy(() -> PartitionCollisions.of(lanes("a", "b", "a"), PartitionConfig.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a\" is there twice");
    }

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
                        "Clean: 0 of 2 lanes share a partition, of 256.");
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
                        "Remediate: 3 of 3 lanes share a partition, of 1.")
                .filteredOn(line -> line.matches("\\d\\. .*"))
                .hasSize(3);
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

    private static List<LaneId> lanes(String... names) {
        return Stream.of(names).map(LaneId::new).toList();
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
