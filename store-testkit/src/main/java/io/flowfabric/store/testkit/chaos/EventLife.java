package io.flowfabric.store.testkit.chaos;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.TerminalOutcome;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the event log alone tells of an execution: whether and how it ended, and thereby its public state; the epoch of its
 * lease; how many attempts, retries and reclaims there were; when it began, ended and was last changed. It does not tell
 * what was submitted and when, how a delay or a backoff stands, nor reasons and results.
 *
 * <p>It is a fold over the lease and completion events of executions that are created, claimed, renewed, put off, completed,
 * failed, cancelled and lost. An event that cannot follow what was told before is a contradiction.
 */
record EventLife(Tenure tenure, Optional<TerminalOutcome> outcome, Counters counters, Times times) {

    /** The reason of a holder that gives an execution up for a while. */
    static final String PUT_OFF = "worker_delay";

    static final EventLife UNTOLD = new EventLife(
            new Tenure(Standing.FREE, 0),
            Optional.empty(),
            Counters.ZERO,
            new Times(OptionalLong.empty(), OptionalLong.empty(), Long.MIN_VALUE));

    enum Standing {
        FREE,
        HELD,
        /** Its holder gave it up for a while; the same attempt goes on. */
        PAUSED,
        /** The lease has expired and was not reclaimed yet. */
        EXPIRED
    }

    record Tenure(Standing standing, long epoch) {}

    record Times(OptionalLong startedAt, OptionalLong completedAt, long lastMutationAt) {}

    /** What a description says of an execution that has ended, as far as the log can know it. */
    static EventLife describedBy(Execution ended) {
        var timing = ended.timing();
        return new EventLife(
                new Tenure(ended.lease().isEmpty() ? Standing.FREE : Standing.HELD, ended.leaseEpoch()),
                Optional.of(ended.vector().outcome()).filter(outcome -> outcome != TerminalOutcome.NONE),
                ended.counters(),
                new Times(timing.startedAt(), timing.completedAt(), timing.lastMutationAt()));
    }

    /** The life that goes on with an event; fails when it cannot. */
    EventLife after(ExecutionEvent event) {
        require(event.occurredAt() >= times.lastMutationAt(), event);
        if (event instanceof CompletionEvent completion) {
            return ended(completion);
        }
        if (event instanceof LeaseEvent lease) {
            return switch (lease.type()) {
                case ACQUIRED -> acquired(lease);
                case RECLAIMED -> reclaimed(lease);
                case RENEWED -> stillHeld(lease, Standing.HELD, counters);
                case EXPIRED -> stillHeld(lease, Standing.EXPIRED, counters);
                case REVOKED -> givenUp(lease);
            };
        }
        throw contradiction(event);
    }

    private EventLife ended(CompletionEvent event) {
        require(outcome.isEmpty(), event);
        // What the end does to a lease that was held is told by the next event.
        var left = tenure.standing() == Standing.HELD ? tenure : new Tenure(Standing.FREE, tenure.epoch());
        long now = event.occurredAt();
        return new EventLife(
                left, Optional.of(event.outcome()), counters, new Times(times.startedAt(), OptionalLong.of(now), now));
    }

    /** A new attempt: the first, or a retry; or the one that was put off. */
    private EventLife acquired(LeaseEvent event) {
        if (tenure.standing() == Standing.PAUSED) {
            require(event.attemptIndex() == counters.attempts() - 1, event);
            return held(event, counters);
        }
        require(tenure.standing() == Standing.FREE, event);
        return begun(event, counters.plusAttempt());
    }

    private EventLife reclaimed(LeaseEvent event) {
        require(tenure.standing() == Standing.EXPIRED, event);
        return begun(event, counters.plusAttempt().plusReclaim());
    }

    private EventLife begun(LeaseEvent event, Counters counted) {
        require(event.attemptIndex() == counters.attempts(), event);
        return held(event, counted);
    }

    private EventLife held(LeaseEvent event, Counters counted) {
        require(outcome.isEmpty(), event);
        require(event.holder().epoch() == tenure.epoch() + 1, event);
        long now = event.occurredAt();
        var first = times.startedAt().isPresent() ? times.startedAt() : OptionalLong.of(now);
        return new EventLife(
                new Tenure(Standing.HELD, tenure.epoch() + 1),
                outcome,
                counted,
                new Times(first, times.completedAt(), now));
    }

    private EventLife givenUp(LeaseEvent event) {
        if (event.reason().filter(PUT_OFF::equals).isPresent()) {
            require(outcome.isEmpty(), event);
            return stillHeld(event, Standing.PAUSED, counters);
        }
        boolean retried =
                event.reason().filter("failed_retry_scheduled"::equals).isPresent();
        require(retried == outcome.isEmpty(), event);
        return stillHeld(event, Standing.FREE, retried ? counters.plusRetry() : counters);
    }

    /** What happens to a held lease. */
    private EventLife stillHeld(LeaseEvent event, Standing now, Counters counted) {
        require(tenure.equals(new Tenure(Standing.HELD, event.holder().epoch())), event);
        require(event.attemptIndex() == counters.attempts() - 1, event);
        return new EventLife(
                new Tenure(now, tenure.epoch()),
                outcome,
                counted,
                new Times(times.startedAt(), times.completedAt(), event.occurredAt()));
    }

    private void require(boolean holds, ExecutionEvent event) {
        if (!holds) {
            throw contradiction(event);
        }
    }

    private IllegalStateException contradiction(ExecutionEvent event) {
        return new IllegalStateException("%s cannot follow %s".formatted(event, this));
    }
}
