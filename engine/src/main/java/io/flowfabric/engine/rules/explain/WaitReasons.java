package io.flowfabric.engine.rules.explain;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.explain.ExplainedReason.Details;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.BlockingReason;
import java.util.ArrayList;
import java.util.List;

/** 08 §8 — what a runnable execution waits for: its stored blocking reason, or what the next claim would meet. */
final class WaitReasons {
    private WaitReasons() {}

    static List<ExplainedReason> of(Loaded loaded, ExplainContext around, long now) {
        Execution e = loaded.execution();
        return switch (e.vector().row()) {
            case ELIGIBLE -> eligible(loaded, around, now);
            case DELAYED, RESUME_DELAY -> List.of(delayed(e, now));
            case RETRY_BACKOFF -> List.of(backingOff(loaded, now));
            case BLOCKED_BY_ROUTE -> List.of(RouteReasons.of(e, around));
            default -> List.of(held(e));
        };
    }

    private static List<ExplainedReason> eligible(Loaded loaded, ExplainContext around, long now) {
        Execution e = loaded.execution();
        var causes = new ArrayList<ExplainedReason>();
        loaded.liveGrant(now).map(WaitReasons::granted).ifPresent(causes::add);
        if (!e.identity().requiredCapabilities().isEmpty() && !around.hasCapableWorker(e)) {
            causes.add(RouteReasons.of(e, around));
        }
        return causes.isEmpty() ? List.of(inLine(e, around)) : causes;
    }

    private static ExplainedReason delayed(Execution e, long now) {
        long until = e.dueTimes().delayUntil().orElseThrow();
        return ExplainedReason.of(
                code(e),
                "is delayed until " + ExplainedReason.iso(until),
                "does not start before " + ExplainedReason.iso(until),
                whenDue(until, now),
                new Details().with("delay_until", until));
    }

    private static ExplainedReason backingOff(Loaded loaded, long now) {
        Execution e = loaded.execution();
        long until = e.dueTimes().delayUntil().orElseThrow();
        long most = loaded.policy()
                .handling()
                .retryPolicy()
                .map(RetryPolicy::maxRetries)
                .orElse(0L);
        var failure = e.ending().failureReason();
        return ExplainedReason.of(
                code(e),
                "backs off until " + ExplainedReason.iso(until),
                "failed%s; retry %s begins at %s"
                        .formatted(
                                failure.map(reason -> " (" + reason + ")").orElse(""),
                                ordinal(e.counters().retries(), most),
                                ExplainedReason.iso(until)),
                whenDue(until, now),
                new Details()
                        .with("delay_until", until)
                        .with("retry_count", e.counters().retries())
                        .with("max_retries", most)
                        .with("last_failure", failure));
    }

    /**
     * A failure may bring a policy of its own, which is not stored: then there can be more retries than are allowed
     * here.
     */
    private static String ordinal(int retry, long most) {
        return retry <= most ? "%d of %d".formatted(retry, most) : Integer.toString(retry);
    }

    /** Timers belong to engines: without one, a time that has come changes nothing. */
    private static String whenDue(long until, long now) {
        return until > now ? "that time comes" : "an engine with timers runs on this store; that time has come";
    }

    private static ExplainedReason granted(Grant grant) {
        return ExplainedReason.of(
                "granted",
                "is granted to worker " + grant.workerId(),
                "worker %s holds a grant on it until %s and has not used it yet"
                        .formatted(grant.workerId(), ExplainedReason.iso(grant.expiresAt())),
                "that worker claims it, or the grant ends",
                new Details().with("worker_id", grant.workerId().value()).with("grant_expires_at", grant.expiresAt()));
    }

    private static ExplainedReason inLine(Execution e, ExplainContext around) {
        int live = around.workers().size();
        return ExplainedReason.of(
                "waiting_for_worker",
                live == 0 ? "waits for a worker; there is none" : "waits for a worker to become free",
                live == 0
                        ? "no live worker serves %s".formatted(RouteReasons.place(e))
                        : "%s of %s, %s of its namespace before it"
                                .formatted(
                                        ExplainedReason.count(live, "live worker"),
                                        RouteReasons.place(e),
                                        before(around.ahead())),
                live == 0
                        ? "a worker registers for " + RouteReasons.place(e)
                        : "a worker claims it once it has claimed what is ahead of it",
                new Details().with("ahead", around.ahead()).with("live_workers", live));
    }

    /** A stored reason, with its stored detail. */
    static ExplainedReason held(Execution e) {
        String words = code(e).replace('_', ' ');
        return ExplainedReason.of(
                code(e),
                "is " + words,
                "is " + words + (e.blockingDetail().isEmpty() ? "" : ": " + e.blockingDetail()),
                isPaused(e) ? "an operator unblocks it" : "what it waits for comes, or an operator unblocks it",
                new Details().with("blocking_detail", e.blockingDetail()));
    }

    private static boolean isPaused(Execution e) {
        var reason = e.vector().blockingReason();
        return reason == BlockingReason.PAUSED_BY_OPERATOR || reason == BlockingReason.PAUSED_BY_POLICY;
    }

    private static String before(int ahead) {
        return ahead == 0
                ? "nothing"
                : ahead >= ExplainContext.MOST_COUNTED
                        ? ExplainContext.MOST_COUNTED + " or more"
                        : Integer.toString(ahead);
    }

    private static String code(Execution e) {
        return e.vector().blockingReason().literal();
    }
}
