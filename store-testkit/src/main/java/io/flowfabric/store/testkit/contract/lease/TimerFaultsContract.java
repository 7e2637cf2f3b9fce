package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.TimerWatch;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** 02 §14 on a store: what fails when it is due does not hold up the rest. */
public abstract class TimerFaultsContract extends TimersSuite {
    @Test
    public void itemThatFailsDoesNotHoldUpTheOthers() {
        var cursed = create(execution().delayUntil(START + 1));
        var fine = create(execution().delayUntil(START + 2));
        advance(10);

        timersFailingOn(new ExecutionRef(cursed), () -> {}).pass();

        assertThat(describe(cursed).publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(describe(fine).publicState()).isEqualTo(PublicState.WAITING);
    }

    @Test
    public void oneThatSpoilsItsTransactionDoesNotHoldUpTheOthers() {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 20; i++) {
            ids.add(create(execution().delayUntil(START + 1 + i)));
        }
        var cursed = ids.remove(13);
        advance(100);
        try (var faulty = LocalEngine.start(FaultyStore.withoutChangeOf(store, cursed), settings())) {
            for (int pass = 0; pass < 5; pass++) {
                faulty.runTimers();
            }
        }

        assertThat(ids).allSatisfy(id -> assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING));
        assertThat(describe(cursed).publicState()).isEqualTo(PublicState.DELAYED);
    }

    @Test
    public void itemThatFailedThreeTimesIsLeftAloneForTenPassesAndThenTriedAgain() {
        var cursed = new ExecutionRef(create(execution().delayUntil(START + 1)));
        advance(10);
        var tries = new AtomicInteger();
        var timers = timersFailingOn(cursed, tries::incrementAndGet);

        for (int round = 1; round <= 2; round++) {
            for (int pass = 0; pass < 3; pass++) {
                timers.pass();
            }
            assertThat(tries).as("tries by the end of round %d", round).hasValue(3 * round);
            var meanwhile = create(execution().delayUntil(START + 2));
            for (int pass = 0; pass < 10; pass++) {
                timers.pass();
            }
            assertThat(tries).as("tries while it is left alone").hasValue(3 * round);
            assertThat(describe(meanwhile).publicState()).isEqualTo(PublicState.WAITING);
        }
    }

    @Test
    public void partThatKeepsFailingDoesNotStarveTheOthers() {
        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no longer needed"));
        register(1000);
        advance(settings().retention().toMillis());

        assertRefused(
                ErrorCode.UNAVAILABLE,
                () -> timersFailingOn(NoArguments.NONE, () -> {}).pass());

        assertThat(exists(ended)).isFalse();
    }

    @Test
    public void partThatBreaksIsLeftAloneForAWhileAndTheOthersGoOn() {
        var ended = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(ended, "no longer needed"));
        advance(settings().retention().toMillis());
        var sweeps = new AtomicInteger();
        var news = new Restarts();
        var timers = timers(breakingAt(sweeps, 1), means -> means.withWatch(news));

        timers.pass();
        timers.pass();

        assertThat(exists(ended)).isFalse();
        assertThat(sweeps).hasValue(1);
        assertThat(news.scanners).containsExactly("worker_registry_ttl_sweep");
    }

    @Test
    public void partThatBrokeBeginsAgainByItself() throws InterruptedException {
        register(1000);
        advance(1001);
        var sweeps = new AtomicInteger();
        var again = new CountDownLatch(1);
        var breaking = breakingAt(sweeps, 1);
        var watched = new EngineInFront(engine) {
            @Override
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                R answer = breaking.call(operation, arguments);
                again.countDown();
                return answer;
            }
        };
        try (var timers = timers(watched, means -> means.withRestAfterBreaking(Duration.ofMillis(1)))) {
            timers.start();

            assertThat(again.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(sweeps).hasValueGreaterThanOrEqualTo(2);
    }

    @Test
    public void watcherThatFailsCannotStopTheTimers() {
        var id = create(execution().delayUntil(START + 1));
        advance(1);

        timers(
                        engine,
                        means -> means.withWatch((scanner, elapsed) -> {
                            throw new IllegalStateException("full");
                        }))
                .pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.WAITING);
    }

    /** An engine with a bug in one of its sweeps. */
    private Engine breakingAt(AtomicInteger sweeps, int broken) {
        return new EngineInFront(engine) {
            @Override
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                if (operation.equals(Catalogue.SWEEP_WORKERS) && sweeps.incrementAndGet() == broken) {
                    throw new IllegalStateException("a bug");
                }
                return super.call(operation, arguments);
            }
        };
    }

    /** Remembers what had to begin again. */
    private static final class Restarts implements TimerWatch {
        private final List<String> scanners = new ArrayList<>();

        @Override
        public void passed(String scanner, Duration elapsed) {}

        @Override
        public void restarted(String scanner) {
            scanners.add(scanner);
        }
    }

    /** Timers for which the calls with these arguments fail, each of which is told. */
    private Timers timersFailingOn(Object cursed, Runnable onFailure) {
        return timers(
                new EngineInFront(engine) {
                    @Override
                    public <A, R> R call(Operation<A, R> operation, A arguments) {
                        if (arguments.equals(cursed)) {
                            onFailure.run();
                            throw new UnavailableException(operation.name(), "It always fails.");
                        }
                        return super.call(operation, arguments);
                    }
                },
                UnaryOperator.identity());
    }
}
