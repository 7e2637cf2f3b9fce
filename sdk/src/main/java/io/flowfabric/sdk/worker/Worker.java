package io.flowfabric.sdk.worker;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.internal.Threads;
import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.internal.lease.LeaseKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims executions and runs their handlers until it is stopped. Safe for use by any thread. A worker keeps its process
 * alive; stop it, or close the {@link FlowFabric} it came from.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** One call renews all leases; a second one may be sent while the first waits for its answer. */
    private static final int RENEWAL_THREADS = 2;

    /** Enough for reports to be committed in groups where threads are a bounded pool. */
    private static final int REPORT_THREADS = 8;

    private final WorkerParts parts;
    private final WorkerCounters counters = new WorkerCounters();
    private final StopSignal abandon = new StopSignal();
    private final Threads handlerThreads;
    private final Threads renewalThreads;
    private final Threads reportThreads;
    private final Registration registration;
    private final LeaseKeeper keeper;
    private final Completions completions;
    private final TaskRunner runner;
    private final List<Thread> claimerThreads;
    private final Thread keeperThread;
    private final RunningWorkers workers;

    Worker(WorkerParts parts, Handlers handlers, RunningWorkers workers) {
        this.parts = parts;
        this.workers = workers;
        this.registration = new Registration(parts.engine(), parts.settings());
        this.handlerThreads = Threads.named("flowfabric-task", parts.settings().concurrency());
        this.renewalThreads = Threads.named("flowfabric-renewal", RENEWAL_THREADS);
        // Threads of their own: reports that are repeated for long must not delay renewals.
        this.reportThreads = Threads.named("flowfabric-report", REPORT_THREADS);
        var reporter = new OutcomeReporter(new RepeatableDelays(parts.engine()), counters, abandon);
        this.keeper = new LeaseKeeper(
                parts.engine(),
                renewalThreads,
                parts.clock(),
                revoked -> reportThreads.execute(() -> reporter.acknowledge(revoked)));
        this.completions = new Completions(parts.engine(), counters, reportThreads, this::reportAlone);
        this.runner = new TaskRunner(parts, handlers, reporter, completions, counters);
        this.claimerThreads = claimerThreads();
        this.keeperThread = new Thread(new BackgroundLoop("lease-keeper", keeper::run), "flowfabric-lease-keeper");
        keeperThread.setDaemon(true);
    }

    /** One for each limited kind, and one for all others, so that a parked claim of one does not delay the rest. */
    private List<Thread> claimerThreads() {
        var limited = parts.limits().kinds();
        var threads = new ArrayList<Thread>();
        threads.add(new Thread(
                new BackgroundLoop("claimer", claimer(all -> all.except(limited))::run), "flowfabric-claimer"));
        for (String kind : limited) {
            var claimer = claimer(all -> all.only(Set.of(kind)));
            threads.add(new Thread(
                    new BackgroundLoop("claimer", () -> claimer.runFor(kind)), "flowfabric-claimer-of-" + kind));
        }
        return List.copyOf(threads);
    }

    private Claimer claimer(UnaryOperator<ClaimRequest> kinds) {
        return new Claimer(parts, new LaneClaims(parts, kinds), this::begin, this::putOff);
    }

    Worker start() {
        registration.enter();
        workers.watch().add(keeper);
        completions.start();
        keeperThread.start();
        claimerThreads.forEach(Thread::start);
        return this;
    }

    private void begin(HeldLease lease) {
        keeper.hold(lease);
        workers.watch().wake();
        runner.add(new QueuedTask(lease, keeper));
        try {
            handlerThreads.execute(runner::runNext);
        } catch (RuntimeException | Error noThread) {
            if (runner.giveUp(lease)) {
                LOG.error(
                        "Execution {} could not be started and can be reclaimed when its lease has expired",
                        lease.claim().executionId(),
                        noThread);
                keeper.release(lease);
                runner.free(lease.claim().executionKind());
            }
        }
    }

    private void putOff(HeldLease lease) {
        keeper.hold(lease);
        reportThreads.execute(() -> runner.putOff(new QueuedTask(lease, keeper)));
    }

    private void reportAlone(Completions.Finished task) {
        runner.report(task.lease(), task.success());
    }

    /**
     * Stops: claims nothing more, hands back at once what was claimed and not started, and lets running tasks end
     * within the grace period. Tasks still running then are interrupted and not reported, so another worker reclaims
     * them when their leases have expired. Returns when all that is done, and does not wait for a handler that ignores
     * the interrupt. An interrupt of the caller ends the grace period. Stopping again has no effect.
     */
    public void stop(Duration grace) {
        stopClaiming();
        if (!drained(grace)) {
            abandonTheRest();
        }
        keeper.close();
        completions.close();
        handlerThreads.close();
        renewalThreads.close();
        reportThreads.close();
        registration.close();
        workers.watch().remove(keeper);
        workers.remove(this);
    }

    /** Stops with a grace period of ten seconds. */
    @Override
    public void close() {
        stop(GRACE);
    }

    void stopClaiming() {
        parts.stop().give();
        parts.slots().close();
        parts.limits().close();
    }

    private boolean drained(Duration grace) {
        long deadline = System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(grace), Long.MAX_VALUE / 2);
        try {
            for (var claimer : claimerThreads) {
                // Rounded up, since joining for zero milliseconds means for ever.
                TimeUnit.NANOSECONDS.timedJoin(claimer, Math.max(deadline - System.nanoTime(), 1_000_000));
            }
            runner.handBackUnstarted(reportThreads);
            return keeper.held().awaitNone(deadline - System.nanoTime())
                    && claimerThreads.stream().noneMatch(Thread::isAlive);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void abandonTheRest() {
        abandon.give();
        int left = 0;
        for (var lease : keeper.held()) {
            lease.lose();
            left++;
        }
        LOG.warn(
                "The grace period is over; {} tasks are interrupted and can be reclaimed when their leases have expired",
                left);
    }

    /** The instance id of this worker, as in the registry and in the history of attempts. */
    public WorkerInstanceId instanceId() {
        return parts.settings().identity().instanceId();
    }

    /** How many executions it has completed. */
    public long completed() {
        return counters.completed.sum();
    }

    /** How many executions have failed for good on it. */
    public long failed() {
        return counters.failed.sum();
    }

    /** How many attempts have failed on it that will be followed by another. */
    public long retried() {
        return counters.retried.sum();
    }

    /** How often it could not claim because all of its slots were taken. */
    public long timesAtCapacity() {
        return parts.slots().timesFull();
    }

    /** How many handlers run now. */
    public int running() {
        return counters.running.get();
    }
}
