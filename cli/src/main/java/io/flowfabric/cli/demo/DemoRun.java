package io.flowfabric.cli.demo;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.LiveLine;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.NoArguments;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** One performance of the demo, act by act. Belongs to one thread. */
final class DemoRun {
    private final DemoPlan plan;
    private final DemoStage stage;
    private final LiveLine line;
    private final Narrator narrator;
    private final Deadline curtain;

    DemoRun(DemoPlan plan, DemoStage stage, Terminal terminal, PrintWriter out) {
        this.plan = plan;
        this.stage = stage;
        this.line = new LiveLine(out, terminal);
        this.narrator = new Narrator(line, terminal, out);
        this.curtain = Deadline.in(
                Duration.ofSeconds(120).plus(Duration.ofMillis(20L * plan.work().size())));
    }

    /** Plays it to the end, prints what happened, and answers the result. */
    DemoReport play() throws IOException, InterruptedException {
        narrator.introduce(plan, stage.describeStore());
        Store store = plan.store().open();
        // The timers stay with the workers, which must notice that one of them is gone.
        try (Engine engine = LocalEngine.start(store, EngineSettings.DEFAULT.withTimers(false))) {
            var ids = plan.mintIds();
            var watch = new DemoWatch(store, ids);
            var first = start("worker-1", plan.killAfter());
            submit(engine, ids, watch, first);
            var standstill = new StallDetector(plan.lease().multipliedBy(4));
            watchUntil(
                    watch,
                    first,
                    () -> isOver(watch)
                            || watch.leased() > 0
                                    && (watch.ended() >= plan.killAfter() || standstill.isAt(watch.ended())));
            first.kill();
            long killedAt = engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
            watch.catchUp();
            narrator.say(
                    "worker-1 killed with SIGKILL: %d ended, %d leases held".formatted(watch.ended(), watch.leased()));
            try (var second = start("worker-2", Integer.MAX_VALUE)) {
                watchUntil(
                        watch,
                        second,
                        () -> isOver(watch) || watch.firstReclaimAt().isPresent());
                var reclaim = reclaim(watch, killedAt);
                watchUntil(watch, second, () -> isOver(watch));
                narrator.say("%d of %d ended".formatted(watch.ended(), ids.size()));
                return report(store, watch, ids, reclaim);
            } finally {
                line.clear();
            }
        }
    }

    private DemoWorkerProcess start(String name, int finish) throws IOException {
        var worker = stage.startWorker(plan, name, finish);
        narrator.say("%s started, process %d".formatted(name, worker.pid()));
        return worker;
    }

    private void submit(Engine engine, List<ExecutionId> ids, DemoWatch watch, DemoWorkerProcess worker)
            throws IOException, InterruptedException {
        try (var feed = new DemoFeed(engine, plan, ids)) {
            watchUntil(watch, worker, feed::isDone);
            feed.join();
        }
        narrator.say("%d executions submitted".formatted(ids.size()));
    }

    private void watchUntil(DemoWatch watch, DemoWorkerProcess worker, BooleanSupplier done)
            throws IOException, InterruptedException {
        while (!done.getAsBoolean() && !curtain.hasPassed()) {
            if (!worker.isAlive()) {
                throw EngineError.of(ErrorCode.UNAVAILABLE, "a worker ended by itself", worker.lastWords())
                        .toException();
            }
            watch.poll();
            narrator.progress(watch);
        }
    }

    private static boolean isOver(DemoWatch watch) {
        return watch.ended() == watch.expected();
    }

    private OptionalLong reclaim(DemoWatch watch, long killedAt) {
        if (watch.firstReclaimAt().isEmpty()) {
            return OptionalLong.empty();
        }
        long took = watch.firstReclaimAt().getAsLong() - killedAt;
        narrator.say(
                "worker-2 reclaimed the first expired lease, %s after the kill".formatted(Durations.describe(took)));
        return OptionalLong.of(took);
    }

    private DemoReport report(Store store, DemoWatch watch, List<ExecutionId> ids, OptionalLong reclaim) {
        watch.catchUp();
        var trails = store.read(
                Deadline.in(Duration.ofSeconds(30)),
                tx -> ids.stream()
                        .map(id -> Trail.read(tx, id, watch.eventsOf(id)))
                        .toList());
        var report = new DemoReport(trails, DemoAudit.of(trails, plan.work()), watch.workTime(), reclaim);
        narrator.report(report);
        return report;
    }
}
