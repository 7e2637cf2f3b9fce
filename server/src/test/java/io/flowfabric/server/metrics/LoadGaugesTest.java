package io.flowfabric.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.LaneId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadGaugesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** An engine that returns prepared answers. */
    private static final class AskedEngine implements Engine {
        final AtomicInteger asked = new AtomicInteger();
        final BlockingQueue<Supplier<EngineLoad>> answers = new SynchronousQueue<>();

        @Override
        public EngineLoad load() {
            asked.incrementAndGet();
            try {
                return answers.take().get();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }

        /** Returns once a query has taken the answer. */
        void answer(Supplier<EngineLoad> answer) throws InterruptedException {
            assertThat(answers.offer(answer, 20, TimeUnit.SECONDS))
                    .as("a query")
                    .isTrue();
        }

        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            throw new UnsupportedOperationException(operation.name());
        }

        @Override
        public void close() {}
    }

    private static EngineLoad load(long backlog) {
        return new EngineLoad(Map.of(new LaneId("main"), backlog), 0, 0, 0, 3, new EngineLoad.FollowUps(2, 1));
    }

    private double workers() {
        return registry.get("ff.workers").gauge().value();
    }

    @Test
    void storeIsNotAskedTwiceHoweverOftenTheFiguresAreRead() throws InterruptedException {
        var engine = new AskedEngine();
        try (var gauges = new LoadGauges(registry, Duration.ofHours(1))) {
            gauges.watch(engine);
            engine.answer(() -> load(7));
            while (Double.isNaN(workers())) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 100; i++) {
                gauges.refresh();
            }

            assertThat(engine.asked).hasValue(1);
            assertThat(workers()).isEqualTo(3);
        }
    }

    @Test
    void figureThatCannotBeReadKeepsItsValue() throws InterruptedException {
        var engine = new AskedEngine();
        try (var gauges = new LoadGauges(registry, Duration.ZERO)) {
            gauges.watch(engine);
            engine.answer(() -> load(7));
            askAgain(gauges, engine);
            engine.answer(() -> {
                throw new UnavailableException("load", "The store is away.");
            });
            askAgain(gauges, engine);

            assertThat(workers()).isEqualTo(3);
            assertThat(registry.get("ff.lane.backlog")
                            .tag("lane", "main")
                            .gauge()
                            .value())
                    .isEqualTo(7);
            engine.answer(() -> load(1));
        }
    }

    /** The previous query has been handled when the next one starts. */
    private static void askAgain(LoadGauges gauges, AskedEngine engine) {
        int before = engine.asked.get();
        while (engine.asked.get() == before) {
            gauges.refresh();
            Thread.onSpinWait();
        }
    }
}
