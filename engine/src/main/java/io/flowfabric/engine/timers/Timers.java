package io.flowfabric.engine.timers;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.timer.TrimRetention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scheduler. One thread; it does its work through the engine's own operations. */
public final class Timers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Timers.class);
    private static final int BATCH = 256;

    /** Between passes that cannot do what is due, because other transactions hold it. */
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(5);

    private static final Duration LONGEST_BACKOFF = Duration.ofMillis(250);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LAST_WAIT = Duration.ofSeconds(15);

    private static final int PURGE_BATCH = 500;

    /** Retention falls due all the time, so it is trimmed in batches, once a second. */
    private static final Duration BETWEEN_TRIMS = Duration.ofSeconds(1);

    private final Store store;
    private final Engine engine;
    private final ReclaimOffers reclaimOffers;
    private final BlockedRoutes routes;
    private final List<Scanner> scanners;
    private final DueFollowUps followUps;
    private final Scanner unblock;
    private final GrantEnds grants;
    private final Scanner grantExpiry;
    private final Scanner retention;
    private final long retentionMs;
    private final TimerConfig config;
    private final Quarantine quarantine = new Quarantine();
    private final Thread thread;
    private Deadline dueTimesAgain = Deadline.in(Duration.ZERO);
    /** Whether the last pass found something to do. */
    private boolean acted = true;

    private Duration backoff = Duration.ZERO;
    private Deadline trimAgain = Deadline.in(Duration.ZERO);
    /** Whether the last batch was full, so that more may be due. */
    private boolean moreToPurge;

    private volatile boolean closed;

    public Timers(Store store, Engine engine, ReclaimSettings reclaims, Duration retention) {
        this(store, engine, reclaims, retention, TimerConfig.of(store, engine));
    }

    /** As above, by other config. */
    public Timers(Store store, Engine engine, ReclaimSettings reclaims, Duration retention, TimerConfig config) {
        this.store = store;
        this.engine = engine;
        this.config = config;
        this.reclaimOffers = new ReclaimOffers(store, reclaims);
        this.retentionMs = retention.toMillis();
        this.scanners = scanners();
        this.unblock = scanner("unblock", config.routes());
        this.routes = new BlockedRoutes(unblock::run);
        this.followUps = new DueFollowUps(store.doorbells().followUps());
        this.grants = new GrantEnds(store);
        this.grantExpiry = scanner("grant_expiry", grants::ring);
        this.retention = scanner("retention_trimmer", this::trim);
        this.thread = new Thread(new BackgroundLoop("timers", this::run), "flowfabric-timers");
        thread.setDaemon(true);
    }

    private List<Scanner> scanners() {
        var scanners = new ArrayList<Scanner>();
        for (DueKind kind : DueKind.values()) {
            scanners.add(scanner(name(kind), () -> share(kind)));
        }
        scanners.add(scanner("lease_takeover", () -> acted |= reclaimOffers.offer(() -> closed)));
        scanners.add(scanner(
                "worker_registry_ttl_sweep",
                () -> acted |= engine.call(Catalogue.SWEEP_WORKERS, NoArguments.NONE) > 0));
        return List.copyOf(scanners);
    }

    private Scanner scanner(String name, Runnable work) {
        return new Scanner(name, work, config.watch(), config.restAfterBreaking());
    }

    private static String name(DueKind kind) {
        return switch (kind) {
            case LEASE_EXPIRY -> "lease_expiry";
            case DELAY -> "delayed_promoter";
            case ATTEMPT_TIMEOUT -> "attempt_timeout";
            case DEADLINE -> "execution_deadline";
        };
    }

    public void start() {
        thread.start();
    }

    /**
     * Ends the pass under way and waits for it, for 15 seconds at most: a pass that continues afterwards does no harm.
     * Does nothing when the timers were never started.
     */
    @Override
    public void close() {
        halt();
        stop(Deadline.in(LAST_WAIT));
    }

    /**
     * As {@link #close}, but waits until a deadline.
     *
     * @return whether the pass under way has ended; timers that were not started still make passes that are asked for
     */
    public boolean stop(Deadline deadline) {
        if (!thread.isAlive()) {
            return true;
        }
        halt();
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, deadline.remainingNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void halt() {
        closed = true;
        store.doorbells().timers().ring(Long.MIN_VALUE);
        thread.interrupt();
    }

    private void run() {
        while (!closed) {
            try {
                var due = awaitDue();
                var parts = new ArrayList<Runnable>();
                if (due.dueTimes()) {
                    parts.add(this::passDueTimes);
                }
                if (due.grants()) {
                    parts.add(grantExpiry::run);
                }
                if (due.retention()) {
                    parts.add(retention::run);
                }
                if (due.routes()) {
                    parts.add(() -> routes.check(due.now()));
                }
                if (due.followUp().isPresent()) {
                    parts.add(() -> followUps.ring(due.followUp(), due.now()));
                }
                runEach(parts);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            } catch (EngineException failed) {
                if (closed) {
                    return;
                }
                LOG.warn("The timers could not reach the store and will retry: {}", failed.getMessage());
                pause(AFTER_FAILURE);
            } catch (RuntimeException | Error broken) {
                LOG.error(
                        "The timers failed unexpectedly and run again in {} ms",
                        config.restAfterBreaking().toMillis(),
                        broken);
                pause(config.restAfterBreaking());
            }
        }
    }

    /** Does everything that is due now. */
    public void pass() {
        runEach(List.of(this::passDueTimes, grantExpiry::run, unblock::run, this::purgeAll));
    }

    private void passDueTimes() {
        quarantine.nextPass();
        acted = false;
        try {
            runEach(scanners.stream().<Runnable>map(scanner -> scanner::run).toList());
        } finally {
            boolean left = quarantine.size() > 0
                    || !scanners.stream().allMatch(scanner -> scanner.again().hasPassed());
            dueTimesAgain = Deadline.in(left ? AFTER_FAILURE : Duration.ZERO);
        }
    }

    private void share(DueKind kind) {
        var leftAlone = quarantine.held(kind);
        boolean more = true;
        while (more && !closed) {
            more = note(kind, config.act().share(kind, BATCH, leftAlone), leftAlone);
        }
    }

    /** Failed executions are skipped for the rest of the pass. */
    private boolean note(DueKind kind, TimerAction.Done done, Set<ExecutionId> leftAlone) {
        done.acted().forEach(id -> quarantine.succeeded(kind, id));
        done.failed().forEach((id, failure) -> failed(kind, id, failure));
        leftAlone.addAll(done.failed().keySet());
        acted |= !done.acted().isEmpty();
        return done.more();
    }

    /** Runs all parts, so that none starves behind one that keeps failing, and then fails as the first that did. */
    private void runEach(List<Runnable> parts) {
        Optional<EngineException> first = Optional.empty();
        for (Runnable part : parts) {
            try {
                if (!closed) {
                    part.run();
                }
            } catch (EngineException failed) {
                first.ifPresent(before -> before.addSuppressed(failed));
                first = first.or(() -> Optional.of(failed));
            }
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private void purgeAll() {
        do {
            moreToPurge = false;
            retention.run();
        } while (moreToPurge && !closed);
    }

    /** A single batch: what is due by the clock does not wait until a backlog is purged. */
    private void trim() {
        int purged = engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(retentionMs, PURGE_BATCH));
        moreToPurge = purged == PURGE_BATCH;
        trimAgain = Deadline.in(moreToPurge ? Duration.ZERO : BETWEEN_TRIMS);
    }

    private void failed(DueKind kind, ExecutionId id, Throwable failure) {
        LOG.warn("Timer {} failed for execution {}: {}", kind, id, failure.toString());
        quarantine.failed(kind, id);
    }

    private record Due(
            boolean dueTimes, boolean grants, boolean retention, boolean routes, OptionalLong followUp, long now) {}

    /** Sleeps until something is due, and queries again now and then: a wake-up may be lost. */
    private Due awaitDue() throws InterruptedException {
        var wakeUp = store.doorbells().timers();
        while (true) {
            wakeUp.reset();
            var ahead = store.read(
                    Deadline.in(READ_TIMEOUT),
                    tx -> tx.due().ahead(retentionMs, reclaimOffers.last(), grants.rungAt(), config.followUps()));
            var next = ahead.next();
            long nextDueTime = Math.min(next.dueTime().orElse(Long.MAX_VALUE), reclaimOffers.nextAt(ahead));
            pauseIfNothingCouldBeDone(nextDueTime <= ahead.now());
            long nextGrantEnd = grants.nextAt(ahead);
            long nextRouteCheck = routes.nextAt(next.unrouted(), ahead.now());
            long dueTimes = Math.max(nextDueTime - ahead.now(), remaining(dueTimesAgain));
            long trim = Math.max(
                    Math.min(
                                    next.retention().orElse(Long.MAX_VALUE),
                                    ahead.queueLook().orElse(Long.MAX_VALUE))
                            - ahead.now(),
                    Math.max(remaining(trimAgain), remaining(retention.again())));
            long grant = Math.max(nextGrantEnd - ahead.now(), remaining(grantExpiry.again()));
            long routeCheck = nextRouteCheck - ahead.now();
            long nextFollowUp = followUps.nextAt(ahead.followUp(), ahead.now());
            long followUp = nextFollowUp - ahead.now();
            if (closed || dueTimes <= 0 || grant <= 0 || trim <= 0 || routeCheck <= 0 || followUp <= 0) {
                return new Due(
                        dueTimes <= 0,
                        grant <= 0,
                        trim <= 0,
                        routeCheck <= 0,
                        followUp <= 0 ? ahead.followUp() : OptionalLong.empty(),
                        ahead.now());
            }
            long wait = LongStream.of(
                            dueTimes,
                            grant,
                            trim,
                            routeCheck,
                            followUp,
                            config.sleep().longest().toMillis())
                    .min()
                    .getAsLong();
            long earliest = LongStream.of(nextDueTime, nextGrantEnd, nextRouteCheck, nextFollowUp)
                    .min()
                    .getAsLong();
            config.sleep().until(wakeUp, earliest, Duration.ofMillis(wait));
        }
    }

    /**
     * What is still due after a pass that could do nothing is held by other transactions, so an immediate retry is
     * useless.
     */
    private void pauseIfNothingCouldBeDone(boolean due) {
        if (!due) {
            backoff = Duration.ZERO;
        } else if (!acted) {
            backoff = backoff.isZero() ? FIRST_BACKOFF : backoff.multipliedBy(2);
            backoff = backoff.compareTo(LONGEST_BACKOFF) < 0 ? backoff : LONGEST_BACKOFF;
            dueTimesAgain = Deadline.in(backoff);
        }
        acted = true;
    }

    private static long remaining(Deadline again) {
        return TimeUnit.NANOSECONDS.toMillis(again.remainingNanos() + 999_999);
    }

    private static void pause(Duration rest) {
        try {
            Thread.sleep(rest.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
