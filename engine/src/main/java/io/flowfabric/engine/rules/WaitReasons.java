package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.Cause.Details;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.policy.RetryPolicy;
import io.flowfabric.model.state.BlockingReason;
import java.util.ArrayList;
import java.util.List;

/** 08 §8 — what a runnable execution waits for: its stored blocking reason, or what the next claim would meet. */
final class WaitReasons {
    private WaitReasons() {}

    static List<Cause> of(Loaded loaded, Surroundings around, long now) {
        Execution e = loaded.execution();
        return switch (e.vector().row()) {
            case ELIGIBLE -> eligible(loaded, around, now);
            case DELAYED, RESUME_DELAY -> List.of(delayed(e, now));
            case RETRY_BACKOFF -> List.of(backingOff(loaded, now));
            case BLOCKED_BY_ROUTE -> List.of(RouteReasons.of(e, around));
            default -> List.of(held(e));
        };
    }

    private static List<Cause> eligible(Loaded loaded, Surroundings around, long now) {
        Execution e = loaded.execution();
        var causes = new ArrayList<Cause>();
        loaded.liveGrant(now).map(WaitReasons::granted).ifPresent(causes::add);
        if (!e.identity().requiredCapabilities().isEmpty() && !around.hasCapableWorker(e)) {
            causes.add(RouteReasons.of(e, around));
        }
        return causes.isEmpty() ? List.of(inLine(e, around)) : causes;
    }

    private static Cause delayed(Execution e, long now) {
        long until = e.alarms().delayUntil().orElseThrow();
        return Cause.of(
                code(e),
                "is delayed until " + Cause.iso(until),
                "does not start before " + Cause.iso(until),
                whenDue(until, now),
                new Details().with("delay_until", until));
    }

    private static Cause backingOff(Loaded loaded, long now) {
        Execution e = loaded.execution();
        long until = e.alarms().delayUntil().orElseThrow();
        long most = loaded.policy()
                .handling()
                .retryPolicy()
                .map(RetryPolicy::maxRetries)
                .orElse(0L);
        var failure = e.ending().failureReason();
        return Cause.of(
                code(e),
                "backs off until " + Cause.iso(until),
                "failed%s; retry %s begins at %s"
                        .formatted(
                                failure.map(reason -> " (" + reason + ")").orElse(""),
                                ordinal(e.counters().retries(), most),
                                Cause.iso(until)),
                whenDue(until, now),
                new Details()
                        .with("delay_until", until)
                        .with("retry_count", e.counters().retries())
                        .with("max_retries", most)
                        .with("last_failure", failure));
    }

    /** A failure may bring a policy of its own, which is not stored: then there can be more retries than are allowed here. */
    private static String ordinal(int retry, long most) {
        return retry <= most ? "%d of %d".formatted(retry, most) : Integer.toString(retry);
    }

    /** Timers belong to engines: without one, a time that has come changes nothing. */
    private static String whenDue(long until, long now) {
        return until > now ? "that time comes" : "an engine with timers runs on this store; that time has come";
    }

    private static Cause granted(Grant grant) {
        return Cause.of(
                "granted",
                "is granted to worker " + grant.workerId(),
                "worker %s holds a grant on it until %s and has not used it yet"
                        .formatted(grant.workerId(), Cause.iso(grant.expiresAt())),
                "that worker claims it, or the grant ends",
                new Details().with("worker_id", grant.workerId().value()).with("grant_expires_at", grant.expiresAt()));
    }

    private static Cause inLine(Execution e, Surroundings around) {
        int live = around.workers().size();
        return Cause.of(
                "waiting_for_worker",
                live == 0 ? "waits for a worker; there is none" : "waits for a worker to become free",
                live == 0
                        ? "no live worker serves %s".formatted(RouteReasons.place(e))
                        : "%s of %s, %s of its namespace before it"
                                .formatted(
                                        Cause.count(live, "live worker"),
                                        RouteReasons.place(e),
                                        before(around.ahead())),
                live == 0
                        ? "a worker registers for " + RouteReasons.place(e)
                        : "a worker that has done what stands before it claims it",
                new Details().with("ahead", around.ahead()).with("live_workers", live));
    }

    /** A reason that somebody stored, with what they said about it. */
    static Cause held(Execution e) {
        String words = code(e).replace('_', ' ');
        return Cause.of(
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
                : ahead >= Surroundings.MOST_COUNTED ? Surroundings.MOST_COUNTED + " or more" : Integer.toString(ahead);
    }

    private static String code(Execution e) {
        return e.vector().blockingReason().literal();
    }
}
