package io.flowfabric.store.testkit.modelled;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SharedStore;
import io.flowfabric.store.testkit.interleaved.BlockedSessions;
import io.flowfabric.store.testkit.interleaved.Granularity;
import io.flowfabric.store.testkit.interleaved.SteppedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls at the same time, in the orders of their steps that a seed comes up with, on one engine and on two: what they are
 * told and what they leave behind is what the rules make of them one after the other, in some order. A build draws from the
 * same seed each time, {@code -Dff.long} from another; it is printed, and {@code -Dff.seed} repeats a run; {@code -Dff.operations=claim,complete} draws no others; {@code -Dff.long} takes every
 * pair of operations.
 */
public abstract class InterleavedSuite extends ContractSuite {
    /** The longer the past, the longer it takes to find an order. */
    private static final int ROUNDS = 30;

    private static final int WORLDS = 5;

    /** So that a build does not fail for what another one has found. */
    private static final int USUAL_SEED = 20_261_118;

    private static final long SEED = Long.getLong("ff.seed", LongRuns.rounds(new Random().nextInt(), USUAL_SEED));

    /** They concern any number of records, each in a transaction of its own, so they are no one step in any order. */
    private static final Set<Operation<?, ?>> OF_MANY =
            Set.of(Catalogue.TRIM_RETENTION, Catalogue.SWEEP_WORKERS, Catalogue.SHUTDOWN_PREPARE, Catalogue.PREPARE);

    /** The names of operations, when a failure is hunted down with those alone. */
    private static final List<String> ONLY = Arrays.stream(
                    System.getProperty("ff.operations", "").split(","))
            .filter(name -> !name.isEmpty())
            .toList();

    /** What changes executions, workers and cursors. */
    private static final List<Operation<?, ?>> OPERATIONS = Catalogue.all().stream()
            .filter(operation -> operation.scope() != Scope.READ && !OF_MANY.contains(operation))
            .filter(operation -> ONLY.isEmpty() || ONLY.contains(operation.name()))
            .sorted(Comparator.comparing(Operation::name))
            .toList();

    /** How finely the store of this test can be interleaved. */
    protected abstract Granularity granularity();

    /** Which sessions wait in the database of a store of this test. */
    protected BlockedSessions blockedSessions(Store of) {
        return BlockedSessions.NONE;
    }

    @Override
    protected EngineSettings settings() {
        return super.settings().withReclaimGrace(Duration.ofMillis(200));
    }

    static List<Integer> worlds() {
        int pairs = OPERATIONS.size() * (OPERATIONS.size() + 1) / 2;
        return IntStream.range(0, LongRuns.rounds((pairs + ROUNDS - 1) / ROUNDS, WORLDS))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("worlds")
    public void callsOnOneEngineAreCarriedOutInSomeOrder(int world) throws Exception {
        try (var one = start(stepped(store), settings());
                var blocked = blockedSessions(store)) {
            run(world, List.of(one), blocked);
        }
    }

    @ParameterizedTest
    @MethodSource("worlds")
    public void callsOnTwoEnginesAreCarriedOutInSomeOrder(int world) throws Exception {
        assumeTrue(store instanceof SharedStore, "A second process can open this store");
        try (var another = ((SharedStore) store).beside(clock);
                var one = start(stepped(store), settings());
                var other = start(stepped(another), settings());
                var blocked = blockedSessions(store)) {
            run(world, List.of(one, other), blocked);
        }
    }

    private Store stepped(Store behind) {
        return new SteppedStore(behind, granularity());
    }

    private void run(int world, List<LocalEngine> engines, BlockedSessions blocked) throws Exception {
        String rerun = "Run again: mvn test %s -Dsurefire.failIfNoSpecifiedTests=false -Dff.seed=%d"
                .formatted(selector(), SEED);
        if (world == 0) {
            System.out.println(rerun);
        }
        var scene = new InterleavedRun.Scene(store, engines, blocked, clock);
        var random = new SeededRandom(SEED + world);
        var run = new InterleavedRun(scene, settings(), random);
        run.begin();
        for (int round = 0; round < ROUNDS; round++) {
            fail(
                    "World %d, round %d. %s".formatted(world, round, rerun),
                    run.round(operations(world * ROUNDS + round, random, engines.size())));
        }
        fail("World %d, at the end. %s".formatted(world, rerun), run.end());
    }

    private static void fail(String where, Optional<String> wrong) {
        if (wrong.isPresent()) {
            throw new AssertionError(where + System.lineSeparator() + wrong.get());
        }
    }

    /** Two, on two engines sometimes three: an engine runs no more than two transactions of a kind at once. */
    private static List<Predicate<Operation<?, ?>>> operations(int number, SeededRandom random, int engines) {
        if (LongRuns.rounds(1, 0) == 1) {
            var pair = pairs().get(number % pairs().size());
            return List.of(pair.get(0)::equals, pair.get(1)::equals);
        }
        int calls = engines == 2 && random.oneIn(4) ? 3 : 2;
        return switch (random.below(3)) {
            case 0 -> Collections.nCopies(calls, random.pick(OPERATIONS)::equals);
            case 1 -> Collections.nCopies(calls, InterleavedSuite::isRivalry);
            default -> Collections.nCopies(calls, OPERATIONS::contains);
        };
    }

    /** Whether callers of it want something that only one of them can have. */
    private static boolean isRivalry(Operation<?, ?> operation) {
        return OPERATIONS.contains(operation)
                && (!ONLY.isEmpty()
                        || operation.name().contains("claim")
                        || operation.name().contains("grant"));
    }

    private static List<List<Operation<?, ?>>> pairs() {
        var pairs = new ArrayList<List<Operation<?, ?>>>();
        for (int i = 0; i < OPERATIONS.size(); i++) {
            for (int j = i; j < OPERATIONS.size(); j++) {
                pairs.add(List.of(OPERATIONS.get(i), OPERATIONS.get(j)));
            }
        }
        return pairs;
    }
}
