package io.flowfabric.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowfabric.bench.TestStores;
import io.flowfabric.bench.measure.ThreadRole;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.scenario.Session.Extent;
import io.flowfabric.bench.scenario.Session.Length;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario on every store, as briefly as possible. */
@Timeout(240)
class ScenariosTest {
    private static final Load TINY = new Load(200, 64, 4, 1, 100, 1);

    private final StringWriter said = new StringWriter();
    private Optional<Path> profiles = Optional.empty();

    static Stream<BenchStores> benchStores() {
        return TestStores.all().stream();
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void ceilingAndEngineAreMeasuredTogether(BenchStores stores) throws Exception {
        var results = run(stores, ScenarioId.S0, ScenarioId.S1);

        assertThat(results).extracting(result -> result.subject().scenario()).containsExactly("S0", "S1");
        assertThat(results).allSatisfy(result -> {
            assertThat(result.figures().ops().orElseThrow().median()).isPositive();
            assertThat(result.figures().drain().orElseThrow().median()).isPositive();
            assertThat(result.detail("client_cpu_micros_per_execution").orElseThrow())
                    .isPositive();
        });
        assertThat(results.get(0).detail("commits_per_execution").isPresent())
                .as("on SQLite commits by hand are not counted")
                .isEqualTo(isPostgres(stores));
        if (isPostgres(stores)) {
            assertThat(results)
                    .allSatisfy(result -> assertThat(
                                    result.detail("wal_bytes_per_execution").orElseThrow())
                            .isGreaterThan(1000));
            assertThat(said.toString()).contains("Where the time of postgresql 18 goes", "calls per execution");
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void ourTimeIsSplitAndDrawn(BenchStores stores, @TempDir Path directory) throws Exception {
        profiles = Optional.of(directory.resolve("new"));
        var result = run(stores, ScenarioId.S1).get(0);

        assertThat(Stream.of(ThreadRole.values())
                        .mapToDouble(role -> result.detail(role.detail()).orElseThrow())
                        .sum())
                .isCloseTo(result.detail("client_cpu_micros_per_execution").orElseThrow(), within(0.001));
        assertThat(result.detail(ThreadRole.WRITERS.detail()).orElseThrow()).isPositive();
        assertThat(result.detail("commits_per_execution").orElseThrow()).isBetween(0.001, 1.0);
        assertThat(result.detail("server_cpu_micros_per_execution").isPresent())
                .isEqualTo(isPostgres(stores) && OS.LINUX.isCurrentOs());
        var file = directory.resolve("new").resolve("s1-" + stores.store().replace(' ', '-') + ".svg");
        assertThat(file).content().contains("S1 on " + stores.store(), "1 × 200 executions of 64 bytes");
        assertThat(said.toString()).contains("The flame graph is " + file);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void startAndResultAreWaitedFor(BenchStores stores) throws Exception {
        var results = run(stores, ScenarioId.S2);

        assertThat(results)
                .allSatisfy(result -> assertThat(result.detail("result_p50_ms").orElseThrow())
                        .isGreaterThan(result.figures().latency().orElseThrow().p50()));
        assertThat(results)
                .extracting(result -> result.settings().get("mode"))
                .containsExactly("1 lane, 1 engine", "3 lanes, 1 engine", "1 lane, 2 engines");
        assertThat(results.get(0).detail("idle_queries_per_minute").isPresent()).isEqualTo(isPostgres(stores));
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void heldTasksArePartOfASteadyState(BenchStores stores) throws Exception {
        var result = run(stores, ScenarioId.S3).get(0);

        assertThat(result.details())
                .containsKeys("missed_renewals", "latency_drift", "heap_mb", "heap_slope_mb_per_minute");
        assertThat(result.settings()).containsEntry("handlers", "100");
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void crowdedStoreIsComparedWithAnEmptyOne(BenchStores stores) throws Exception {
        var result = run(stores, ScenarioId.S4).get(0);

        assertThat(result.settings())
                .containsEntry("finished", "400")
                .containsEntry("delayed", "400")
                .containsEntry("blocked", "40");
        assertThat(result.detail("ratio_to_empty").orElseThrow()).isPositive();
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void everyTaskFindsAWorkerThatCanDoIt(BenchStores stores) throws Exception {
        var results = run(stores, ScenarioId.S5);

        assertThat(results)
                .extracting(result -> result.settings().get("mode"))
                .containsExactly("happy", "partial", "scarce");
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.detail("share_served").orElseThrow()).isEqualTo(1));
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void killedWorkersLeasesAreReclaimed(BenchStores stores) throws Exception {
        var result = run(stores, ScenarioId.S6).get(0);

        assertThat(result.settings()).containsEntry("engines", "2").containsEntry("leases", "4");
        assertThat(result.detail("last_ms").orElseThrow())
                .isGreaterThanOrEqualTo(result.figures().latency().orElseThrow().p50());
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void streamGoesOnWhileATransactionIsOpen(BenchStores stores) throws Exception {
        var result = run(stores, ScenarioId.S7).get(0);

        assertThat(result.perSecond()).isNotEmpty();
        assertThat(result.details())
                .containsKeys("last_to_first", "claim_first_p50_ms", "claim_last_p50_ms")
                .containsKeys(
                        isPostgres(stores)
                                ? new String[] {"tables_mb_grown", "indexes_mb_grown", "wal_bytes_per_execution"}
                                : new String[] {"file_mb_grown", "log_mb_grown"});
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void finishedExecutionsArePurgedAloneAndBesideAStream(BenchStores stores) throws Exception {
        var result = run(stores, ScenarioId.S22).get(0);

        assertThat(result.settings()).containsEntry("executions", "400");
        assertThat(result.detail("ratio_to_submitted").orElseThrow()).isPositive();
        assertThat(result.detail("purged_beside_per_second").orElseThrow()).isPositive();
        assertThat(result.perSecond()).isNotEmpty();
    }

    private List<Result> run(BenchStores stores, ScenarioId... ids) throws Exception {
        var scenario = ScenarioId.scenarios(EnumSet.copyOf(List.of(ids))).get(0);
        var results = scenario.run(session(TINY), stores);
        assertThat(results).allSatisfy(result -> {
            assertThat(ids)
                    .extracting(ScenarioId::name)
                    .contains(result.subject().scenario());
            assertThat(result.subject().store()).isEqualTo(stores.store());
        });
        return results;
    }

    private Session session(Load load) {
        return new Session(
                load,
                new Extent(false, false, Length.BRIEF, List.of(1, 3), List.of(2)),
                profiles,
                new BenchProgress(new PrintWriter(said, true), Terminal.PLAIN));
    }

    private static boolean isPostgres(BenchStores stores) {
        return PostgresBenchStore.isNamed(stores.store());
    }
}
