package io.flowfabric.store.testkit.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a store, compared after each with the rules run in memory. The seed is printed, and
 * {@code -Dff.seed} repeats a run; {@code -Dff.long} makes it 10,000 steps long.
 */
public abstract class ModelledSuite extends ContractSuite {
    private static final int STEPS_IN_FULL = 10_000;
    private static final int MANY_DRAWS = 20_000;

    @Override
    protected EngineSettings settings() {
        return super.settings().withReclaimGrace(Duration.ofMillis(200)).withRetention(Duration.ofSeconds(20));
    }

    /** How many steps take this store about five seconds. */
    protected abstract int stepsByDefault();

    @Test
    public void storeDoesWhatTheRulesSayAtEveryStep() {
        long seed = Long.getLong("ff.seed", ThreadLocalRandom.current().nextLong());
        int steps = LongRuns.rounds(STEPS_IN_FULL, stepsByDefault());
        String rerun = "Run again: mvn test %s -Dsurefire.failIfNoSpecifiedTests=false -Dff.seed=%d%s"
                .formatted(selector(), seed, steps == STEPS_IN_FULL ? " -Dff.long" : "");
        System.out.println(rerun);
        run(new SeededRandom(seed), new Trace(rerun)).take(steps);
    }

    @Test
    public void everyOperationIsModelledAndDrawn() {
        var world = new World(clock);
        var issuedHandles = new IssuedHandles(store.backend());
        var draws = new Draws(new SeededRandom(1), world, issuedHandles);
        Set<Operation<?, ?>> drawn = Stream.generate(draws::any)
                .limit(MANY_DRAWS)
                .<Operation<?, ?>>map(Call::operation)
                .collect(Collectors.toSet());

        assertThat(new Model(world, issuedHandles, settings()).operations())
                .containsExactlyInAnyOrderElementsOf(Catalogue.all());
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(Catalogue.all());
    }

    private Run run(SeededRandom random, Trace trace) {
        var world = new World(clock);
        var issuedHandles = new IssuedHandles(store.backend());
        var model = new Model(world, issuedHandles, settings());
        var referee = new Referee(engine, store, world, model, trace);
        var audit = new StateComparison(store, world, model, referee, settings().retention());
        var jumps = new ClockJumps(random, clock, new Moments(world, settings()));
        return new Run(random, jumps, new Draws(random, world, issuedHandles), referee, audit);
    }
}
