package io.flowfabric.testkit.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.Operation;
import io.flowfabric.testkit.LongRuns;
import io.flowfabric.testkit.contract.ContractSuite;
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
        String rerun = "Run again: mvn test -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false -Dff.seed=%d%s"
                .formatted(getClass().getSimpleName(), seed, steps == STEPS_IN_FULL ? " -Dff.long" : "");
        System.out.println(rerun);
        run(new Dice(seed), new Trace(rerun)).take(steps);
    }

    @Test
    public void everyOperationIsModelledAndDrawn() {
        var world = new World(clock);
        var hands = new Hands(store.backend());
        var draws = new Draws(new Dice(1), world, hands);
        Set<Operation<?, ?>> drawn = Stream.generate(draws::any)
                .limit(MANY_DRAWS)
                .<Operation<?, ?>>map(Call::operation)
                .collect(Collectors.toSet());

        assertThat(new Model(world, hands, settings()).operations())
                .containsExactlyInAnyOrderElementsOf(Catalogue.all());
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(Catalogue.all());
    }

    private Run run(Dice dice, Trace trace) {
        var world = new World(clock);
        var hands = new Hands(store.backend());
        var model = new Model(world, hands, settings());
        var referee = new Referee(engine, store, world, model, trace);
        var audit = new Audit(store, world, model, referee, settings().retention());
        var jumps = new Jumps(dice, clock, new Moments(world, settings()));
        return new Run(dice, jumps, new Draws(dice, world, hands), referee, audit);
    }
}
