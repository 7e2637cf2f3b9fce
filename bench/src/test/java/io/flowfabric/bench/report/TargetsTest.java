package io.flowfabric.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetsTest {
    @Test
    void ratioToTheCeilingIsTakenOnEveryStore() {
        var targets = Targets.of(List.of(
                Samples.rate("S0", "sql", "postgresql", 1000),
                Samples.rate("S1", "flowfabric", "postgresql", 700),
                Samples.rate("S0", "sql", "sqlite", 100_000),
                Samples.rate("S1", "flowfabric", "sqlite", 50_000)));

        assertThat(isMet(targets, "S1 ÷ S0, postgresql")).isTrue();
        assertThat(isMet(targets, "S1 ÷ S0, sqlite")).isFalse();
        assertThat(isMet(targets, "S1 on sqlite, per second")).isTrue();
    }

    @Test
    void lowerQuartileHasToBeatTheMedianOfAPeer() {
        var targets = Targets.of(List.of(
                Samples.rate("S1", "flowfabric", "postgresql", 100, 200, 300),
                Samples.rate("S1", "jobrunr", "postgresql", 160)));

        assertThat(isMet(targets, "S1, our lower quartile ÷ median of jobrunr"))
                .as("a lower quartile of 150")
                .isFalse();
    }

    @Test
    void variantsOfTheWorkDoNotCount() {
        var targets = Targets.of(List.of(
                Samples.rate("S1", "flowfabric", "sqlite", 20_000), Samples.rate("S1", "flowfabric", "sqlite", 5)));

        assertThat(isMet(targets, "S1 on sqlite, per second")).isTrue();
    }

    @Test
    void whatWasNotMeasuredIsNoTarget() {
        assertThat(Targets.of(List.of())).isEmpty();
    }

    @Test
    void everyTargetHasItsOwnSide() {
        var targets = Targets.of(List.of(
                Samples.waits("S2", "postgresql", 6, 19),
                Samples.detail("S4", "sqlite", "ratio_to_empty", 0.79),
                Samples.detail("S5", "sqlite", "share_served", 1),
                Samples.detail("S6", "sqlite", "last_ms", 1001),
                Samples.detail("S7", "postgresql", "last_to_first", 0.81),
                Samples.detail("S22", "sqlite", "ratio_to_submitted", 0.99)));

        assertThat(targets)
                .extracting(Target::what, Target::isMet)
                .containsExactlyInAnyOrder(
                        tuple("S2 median on postgresql, ms", false),
                        tuple("S2 p99 on postgresql, ms", true),
                        tuple("S4 ÷ S1 on an empty store, sqlite", false),
                        tuple("S5 , share served, sqlite", true),
                        tuple("S6 last reclaim after its lease on sqlite, ms", false),
                        tuple("S7 last ÷ first fifth, postgresql", true),
                        tuple("S22 purged ÷ submitted, sqlite", false));
    }

    @Test
    void everyMajorIsJudged() {
        var targets = Targets.of(
                List.of(Samples.waits("S2", "postgresql 18", 4, 19), Samples.waits("S2", "postgresql 14", 50, 90)));

        assertThat(isMet(targets, "S2 median on postgresql 18, ms")).isTrue();
        assertThat(isMet(targets, "S2 median on postgresql 14, ms")).isFalse();
    }

    @Test
    void manyLanesAreHeldToTheLimitsOfOneAndComparedWithIt() {
        var targets = Targets.of(List.of(
                Samples.waits("S2", "sqlite", 1, 4),
                Samples.waits("sqlite", 4, 1, 1, 11),
                Samples.waits("sqlite", 100, 1, 3, 9)));

        assertThat(targets)
                .extracting(Target::what, Target::isMet)
                .contains(
                        tuple("S2 median on sqlite, 4 lanes, ms", true),
                        tuple("S2 p99 on sqlite, 4 lanes, ms", false),
                        tuple("S2 median, 4 lanes ÷ one, sqlite", true),
                        tuple("S2 median on sqlite, 100 lanes, ms", false),
                        tuple("S2 p99 on sqlite, 100 lanes, ms", true),
                        tuple("S2 median, 100 lanes ÷ one, sqlite", false));
    }

    @Test
    void amongManyEnginesNoExecutionWaitsForASecond() {
        var targets = Targets.of(
                List.of(Samples.waits("postgresql 18", 1, 3, 9, 1001), Samples.waits("postgresql 18", 1, 10, 9, 999)));

        assertThat(targets)
                .extracting(Target::what, Target::isMet)
                .containsExactly(
                        tuple("S2 longest wait on postgresql 18, 3 engines, ms", false),
                        tuple("S2 longest wait on postgresql 18, 10 engines, ms", true));
    }

    private static boolean isMet(List<Target> targets, String what) {
        return targets.stream()
                .filter(target -> target.what().equals(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " is not among " + targets))
                .isMet();
    }
}
