package io.flowfabric.server.metrics;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.LaneId;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gauges of the load in the store, as last queried. The store is queried only while the metrics are read. */
final class LoadGauges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadGauges.class);
    private static final long IDLE_SECONDS = 60;

    /** A program that creates thousands of lanes does not get a time series for each. */
    private static final int MOST_LANES = 100;

    private final MeterRegistry registry;
    private final Map<LaneId, Long> backlog = new ConcurrentHashMap<>();
    private final AtomicBoolean asking = new AtomicBoolean();
    private final ExecutorService thread;
    private volatile Optional<Engine> engine = Optional.empty();
    private volatile Optional<EngineLoad> last = Optional.empty();
    private final long betweenQuestions;
    private volatile long asked;

    LoadGauges(MeterRegistry registry, Duration betweenQuestions) {
        this.registry = registry;
        this.betweenQuestions = betweenQuestions.toNanos();
        this.asked = System.nanoTime() - this.betweenQuestions;
        var one = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            var named = new Thread(task, "flowfabric-gauges");
            named.setDaemon(true);
            return named;
        });
        one.allowCoreThreadTimeOut(true);
        this.thread = one;
    }

    /** Shows the gauges of an engine, and queries it at once. */
    void watch(Engine watched) {
        engine = Optional.of(watched);
        gauge("ff.delayed", "Executions that wait for their time", EngineLoad::delayed);
        gauge("ff.leases.held", "Leases that workers hold", EngineLoad::leasesHeld);
        gauge("ff.leases.reclaimable", "Expired leases that were not reclaimed yet", EngineLoad::leasesReclaimable);
        gauge(
                "ff.followups.waiting",
                "Follow-ups that wait to be carried out",
                load -> load.followUps().waiting());
        gauge(
                "ff.followups.failing",
                "Follow-ups that keep failing",
                load -> load.followUps().failing());
        gauge("ff.workers", "Workers that are registered", EngineLoad::workers);
        refresh();
    }

    private void gauge(String name, String description, ToDoubleFunction<EngineLoad> figure) {
        Gauge.builder(name, () -> last.map(figure::applyAsDouble).orElse(Double.NaN))
                .description(description)
                .register(registry);
    }

    /** Starts a query if the values are old, and does not wait for it. */
    void refresh() {
        boolean old = System.nanoTime() - asked >= betweenQuestions;
        if (old && engine.isPresent() && asking.compareAndSet(false, true)) {
            asked = System.nanoTime();
            try {
                thread.execute(() -> ask(engine.get()));
            } catch (RejectedExecutionException closed) {
                asking.set(false);
            }
        }
    }

    private void ask(Engine watched) {
        try {
            var load = watched.load();
            last = Optional.of(load);
            load.backlog().forEach(this::show);
        } catch (EngineException unanswered) {
            LOG.debug("The gauges keep their values: {}", unanswered.getMessage());
        } finally {
            asking.set(false);
        }
    }

    private void show(LaneId lane, long claimable) {
        if (backlog.containsKey(lane)) {
            backlog.put(lane, claimable);
        } else if (backlog.size() < MOST_LANES) {
            backlog.put(lane, claimable);
            Gauge.builder("ff.lane.backlog", () -> backlog.get(lane))
                    .description("Executions that could be claimed at once")
                    .tag("lane", lane.value())
                    .register(registry);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
