package io.flowfabric.cli.demo;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.LiveLine;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.FixedBackoff;
import io.flowfabric.model.policy.RetryPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** One performance of the demo, act by act. Belongs to one thread. */
final class DemoRun {
    private static final Namespace NAMESPACE = new Namespace("default");
    private static final int RETRIES = 3;

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
                Duration.ofSeconds(60).plus(Duration.ofMillis(20L * plan.work().size())));
    }

    /** Plays it to the end, prints what happened, and answers the verdict. */
    DemoReport play() throws IOException, InterruptedException {
        narrator.introduce(plan);
        Store store = plan.store().open();
        // The timers stay with the workers: it is they who must notice that one of them is gone.
        try (Engine engine = LocalEngine.start(store, EngineSettings.DEFAULT.withTimers(false))) {
            var watch = new DemoWatch(store);
            var first = start("worker-1");
            var ids = submit(engine, watch);
            watchUntil(watch, first, () -> watch.ended() >= plan.killAfter() && watch.leased() > 0);
            first.kill();
            long killedAt = System.currentTimeMillis();
            watch.catchUp();
            narrator.say("worker-1 killed with SIGKILL: %d ended, %d leases in its hands"
                    .formatted(watch.ended(), watch.leased()));
            try (var second = start("worker-2")) {
                watchUntil(
                        watch,
                        second,
                        () -> isOver(watch) || watch.firstReclaimAt().isPresent());
                var takeover = takeover(watch, killedAt);
                watchUntil(watch, second, () -> isOver(watch));
                narrator.say("%d of %d ended".formatted(watch.ended(), ids.size()));
                return report(store, watch, ids, takeover);
            } finally {
                line.clear();
            }
        }
    }

    private WorkerProcess start(String name) throws IOException {
        var worker = stage.startWorker(plan, name);
        narrator.say("%s started, process %d".formatted(name, worker.pid()));
        return worker;
    }

    private List<ExecutionId> submit(Engine engine, DemoWatch watch) {
        var retries = RetryPolicy.of(RETRIES, new FixedBackoff(plan.backoff().toMillis()));
        var policy = ExecutionPolicy.builder().retry(retries).build();
        var ids = new ArrayList<ExecutionId>();
        for (var work : plan.work()) {
            var id = ExecutionId.solo(plan.lane(), EngineSettings.DEFAULT.partitions());
            watch.expect(id);
            engine.call(
                    Catalogue.CREATE_EXECUTION,
                    CreateExecution.of(NAMESPACE, plan.lane(), DemoWork.KIND)
                            .id(id)
                            .input(work.payload())
                            .policy(policy)
                            .build());
            ids.add(id);
        }
        narrator.say("%d executions submitted".formatted(ids.size()));
        return ids;
    }

    private void watchUntil(DemoWatch watch, WorkerProcess worker, BooleanSupplier done)
            throws IOException, InterruptedException {
        while (!done.getAsBoolean() && !curtain.hasPassed()) {
            if (!worker.isAlive()) {
                throw EngineError.of(ErrorCode.UNAVAILABLE, "a worker ended by itself", worker.lastWords())
                        .toException();
            }
            watch.look();
            narrator.progress(watch);
        }
    }

    private static boolean isOver(DemoWatch watch) {
        return watch.ended() == watch.expected();
    }

    private OptionalLong takeover(DemoWatch watch, long killedAt) {
        if (watch.firstReclaimAt().isEmpty()) {
            return OptionalLong.empty();
        }
        long took = watch.firstReclaimAt().getAsLong() - killedAt;
        narrator.say("worker-2 took over the first lease that ran out, %s after the kill"
                .formatted(Durations.describe(took)));
        return OptionalLong.of(took);
    }

    private DemoReport report(Store store, DemoWatch watch, List<ExecutionId> ids, OptionalLong takeover) {
        watch.catchUp();
        var trails = store.read(
                Deadline.in(Duration.ofSeconds(30)),
                tx -> ids.stream()
                        .map(id -> Trail.read(tx, id, watch.eventsOf(id)))
                        .toList());
        var report = new DemoReport(trails, DemoAudit.of(trails, plan.work()), watch.workTime(), takeover);
        narrator.report(report);
        return report;
    }
}
