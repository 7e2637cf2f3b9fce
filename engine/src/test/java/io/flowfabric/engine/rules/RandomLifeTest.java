package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.TTL;
import static io.flowfabric.engine.rules.Given.arguments;

import io.flowfabric.engine.rules.Life.Step;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.VectorRow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Random commands under random, often stale, fences: {@link Life} says what must hold after each. */
class RandomLifeTest {
    private static final ExecutionPolicy LIVELY = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(20, new FixedBackoff(100)))
            .attemptTimeout(Duration.ofMillis(TTL / 2))
            .maxReclaims(20)
            .maxReplays(1_000)
            .build();

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void nothingACallerCanDoBreaksAnExecution(@ForAll("lives") List<Step> steps) {
        var life = new Life(Given.created(arguments().policy(LIVELY).deadlineAt(T0 + 2 * TTL)));
        for (Step step : steps) {
            life.take(step);
            Statistics.label("rows").collect(life.execution().vector().row());
        }
        Statistics.label("rows")
                .coverage(coverage -> Arrays.stream(VectorRow.values())
                        .filter(row -> row != VectorRow.SKIPPED)
                        .forEach(row -> coverage.check(row).count(visits -> visits > 0)));
    }

    @Provide
    Arbitrary<List<Step>> lives() {
        var waits = Arbitraries.frequency(
                Tuple.of(12, 0L), Tuple.of(4, 1L), Tuple.of(6, 100L), Tuple.of(2, TTL / 2), Tuple.of(2, TTL));
        var fencesBack = Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(2, 1), Tuple.of(1, 5));
        return Combinators.combine(commands(), waits, Arbitraries.integers().between(0, 2), fencesBack)
                .as(Step::new)
                .list()
                .ofMaxSize(200)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    /** Mostly what brings an execution on; what parks it for good, or ends it, is rare. */
    private static Arbitrary<Command> commands() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(Command.class)),
                Tuple.of(4, Arbitraries.of(Command.CLAIM, Command.REPLAY)),
                Tuple.of(2, Arbitraries.of(Command.PROMOTE, Command.UNBLOCK, Command.RESUME, Command.RESUME_LATER)));
    }
}
