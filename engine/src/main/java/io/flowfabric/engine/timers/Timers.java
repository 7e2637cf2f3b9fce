package io.flowfabric.engine.timers;

import io.flowfabric.engine.BackgroundLoop;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.DueReads.Alarm;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.TrimRetention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The scheduler. One thread; it does its work through the engine's own operations. */
public final class Timers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Timers.class);
    private static final int BATCH = 256;

    /** Between passes that cannot do what is due, because others hold it. */
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(5);

    private static final Duration LONGEST_BACKOFF = Duration.ofMillis(250);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LAST_WAIT = Duration.ofSeconds(15);

    private static final int PURGE_BATCH = 500;

    /** What may be forgotten falls due all the time; so it is done together, once a second. */
    private static final Duration BETWEEN_TRIMS = Duration.ofSeconds(1);

    private final Store store;
    private final Engine engine;
    private final LapsedLeases lapsed;
    private final BlockedRoutes routes;
    private final List<Scanner> alarms;
    private final Scanner unblock;
    private final GrantEnds grants;
    private final Scanner grantExpiry;
    private final Scanner retention;
    private final long retentionMs;
    private final TimerMeans means;
    private final Quarantine quarantine = new Quarantine();
    private final Thread thread;
    private Deadline alarmsAgain = Deadline.in(Duration.ZERO);
    /** Whether the last pass found something to do. */
    private boolean acted = true;

    private Duration backoff = Duration.ZERO;
    private Deadline trimAgain = Deadline.in(Duration.ZERO);
    private volatile boolean closed;

    public Timers(Store store, Engine engine, Takeovers takeovers, Duration retention) {
        this(store, engine, takeovers, retention, TimerMeans.of(store, engine));
    }

    /** As above, by other means. */
    public Timers(Store store, Engine engine, Takeovers takeovers, Duration retention, TimerMeans means) {
        this.store = store;
        this.engine = engine;
        this.means = means;
        this.lapsed = new LapsedLeases(store, takeovers);
        this.retentionMs = retention.toMillis();
        this.alarms = alarms();
        this.unblock = scanner("unblock", means.routes());
        this.routes = new BlockedRoutes(unblock::run);
        this.grants = new GrantEnds(store);
        this.grantExpiry = scanner("grant_expiry", grants::ring);
        this.retention = scanner("retention_trimmer", this::trim);
        this.thread = new Thread(new BackgroundLoop("timers", this::run), "flowfabric-timers");
        thread.setDaemon(true);
    }

    private List<Scanner> alarms() {
        var scanners = new ArrayList<Scanner>();
        for (Alarm alarm : Alarm.values()) {
            scanners.add(scanner(name(alarm), () -> sound(alarm)));
        }
        scanners.add(scanner("lease_takeover", () -> acted |= lapsed.offer(() -> closed)));
        scanners.add(scanner(
                "worker_registry_ttl_sweep",
                () -> acted |= engine.call(Catalogue.SWEEP_WORKERS, NoArguments.NONE) > 0));
        return List.copyOf(scanners);
    }

    private Scanner scanner(String name, Runnable work) {
        return new Scanner(name, work, means.watch(), means.restAfterBreaking());
    }

    private static String name(Alarm alarm) {
        return switch (alarm) {
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
     * Ends the pass under way and waits for it, for 15 seconds at most: whatever it has begun is harmless when it goes on.
     * Also harmless when they were never started.
     */
    @Override
    public void close() {
        halt();
        stop(Deadline.in(LAST_WAIT));
    }

    /**
     * As {@link #close}, but waits no longer than until a moment.
     *
     * @return whether the pass under way has ended; passes that others ask for are not kept from anything when the timers
     *     do not run by themselves
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
        store.doorbells().alarms().ring(Long.MIN_VALUE);
        thread.interrupt();
    }

    private void run() {
        while (!closed) {
            try {
                var due = awaitDue();
                var parts = new ArrayList<Runnable>();
                if (due.alarms()) {
                    parts.add(this::passAlarms);
                }
                if (due.grants()) {
                    parts.add(grantExpiry::run);
                }
                if (due.retention()) {
                    parts.add(retention::run);
                }
                if (due.routes()) {
                    parts.add(() -> routes.look(due.now()));
                }
                runEach(parts);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            } catch (EngineException failed) {
                if (closed) {
                    return;
                }
                LOG.warn("The timers could not reach the store and will try again: {}", failed.getMessage());
                pause(AFTER_FAILURE);
            } catch (RuntimeException | Error broken) {
                LOG.error(
                        "The timers broke and begin again in {} ms",
                        means.restAfterBreaking().toMillis(),
                        broken);
                pause(means.restAfterBreaking());
            }
        }
    }

    /** Does all that is due now. */
    public void pass() {
        runEach(List.of(this::passAlarms, grantExpiry::run, unblock::run, retention::run));
    }

    private void passAlarms() {
        quarantine.nextPass();
        acted = false;
        try {
            runEach(alarms.stream().<Runnable>map(scanner -> scanner::run).toList());
        } finally {
            boolean left = quarantine.size() > 0
                    || !alarms.stream().allMatch(scanner -> scanner.again().hasPassed());
            alarmsAgain = Deadline.in(left ? AFTER_FAILURE : Duration.ZERO);
        }
    }

    private void sound(Alarm alarm) {
        var leftAlone = quarantine.held(alarm);
        boolean more = true;
        while (more && !closed) {
            more = note(alarm, means.act().share(alarm, BATCH, leftAlone), leftAlone);
        }
    }

    /** What failed is left alone for the rest of the pass. */
    private boolean note(Alarm alarm, DueAct.Done done, Set<ExecutionId> leftAlone) {
        done.acted().forEach(id -> quarantine.succeeded(alarm, id));
        done.failed().forEach((id, failure) -> failed(alarm, id, failure));
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

    private void trim() {
        int purged = PURGE_BATCH;
        while (purged == PURGE_BATCH && !closed) {
            purged = engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(retentionMs, PURGE_BATCH));
        }
        trimAgain = Deadline.in(BETWEEN_TRIMS);
    }

    private void failed(Alarm alarm, ExecutionId id, Throwable failure) {
        LOG.warn("Timer {} failed for execution {}: {}", alarm, id, failure.toString());
        quarantine.failed(alarm, id);
    }

    private record Due(boolean alarms, boolean grants, boolean retention, boolean routes, long now) {}

    /** Sleeps until something is due, and looks again now and then: a ring may be lost. */
    private Due awaitDue() throws InterruptedException {
        var bell = store.doorbells().alarms();
        while (true) {
            bell.reset();
            var ahead = store.read(
                    Deadline.in(READ_TIMEOUT), tx -> tx.due().ahead(retentionMs, lapsed.last(), grants.rungAt()));
            var next = ahead.next();
            long nextAlarm = Math.min(next.alarm().orElse(Long.MAX_VALUE), lapsed.nextAt(ahead));
            pauseIfNothingCouldBeDone(nextAlarm <= ahead.now());
            long nextGrantEnd = grants.nextAt(ahead);
            long nextLook = routes.nextAt(next.unrouted(), ahead.now());
            long alarms = Math.max(nextAlarm - ahead.now(), remaining(alarmsAgain));
            long trim = Math.max(
                    Math.min(
                                    next.retention().orElse(Long.MAX_VALUE),
                                    ahead.queueLook().orElse(Long.MAX_VALUE))
                            - ahead.now(),
                    Math.max(remaining(trimAgain), remaining(retention.again())));
            long grant = Math.max(nextGrantEnd - ahead.now(), remaining(grantExpiry.again()));
            long look = nextLook - ahead.now();
            if (closed || alarms <= 0 || grant <= 0 || trim <= 0 || look <= 0) {
                return new Due(alarms <= 0, grant <= 0, trim <= 0, look <= 0, ahead.now());
            }
            long wait = LongStream.of(
                            alarms, grant, trim, look, means.sleep().longest().toMillis())
                    .min()
                    .getAsLong();
            long earliest =
                    LongStream.of(nextAlarm, nextGrantEnd, nextLook).min().getAsLong();
            means.sleep().until(bell, earliest, Duration.ofMillis(wait));
        }
    }

    /** What is due although the last pass could do nothing is held by others, and there is no use in trying at once. */
    private void pauseIfNothingCouldBeDone(boolean due) {
        if (!due) {
            backoff = Duration.ZERO;
        } else if (!acted) {
            backoff = backoff.isZero() ? FIRST_BACKOFF : backoff.multipliedBy(2);
            backoff = backoff.compareTo(LONGEST_BACKOFF) < 0 ? backoff : LONGEST_BACKOFF;
            alarmsAgain = Deadline.in(backoff);
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
