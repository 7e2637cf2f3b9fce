package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.EligibilityState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** One execution that lives through random commands, watched for everything that must hold at every step. */
final class Life {
    private static final BlockingReason[] REASONS = {
        BlockingReason.WAITING_FOR_BUDGET,
        BlockingReason.WAITING_FOR_QUOTA,
        BlockingReason.WAITING_FOR_CAPABLE_WORKER,
        BlockingReason.PAUSED_BY_OPERATOR,
        BlockingReason.PAUSED_BY_POLICY
    };

    /**
     * One command of a life.
     *
     * @param waitMs how long after the one before it
     * @param worker the number of the calling worker: 0 to 2
     * @param fencesBack which of the fences given so far is sent: 0 the newest, more an older one
     */
    record Step(Command command, long waitMs, int worker, int fencesBack) {}

    private final List<Fence> fences = new ArrayList<>();
    private final Set<AttemptId> endedAttempts = new HashSet<>();
    private final Set<Long> endedLeases = new HashSet<>();
    private Given given;
    private long steps;

    Life(Given born) {
        given = born;
        fences.add(new Fence(new LeaseId(new UUID(8, 8)), 0, new AttemptId(new UUID(9, 9))));
    }

    Execution execution() {
        return given.execution();
    }

    void take(Step step) {
        given = given.after(step.waitMs());
        var asked = asked(step);

        var decision = step.command().make(given, asked);

        checkChain(decision);
        checkEvents(decision);
        if (decision.refusal().isPresent()) {
            assertThat(decision.changes())
                    .as("a refusal marks an expiry, notes a mismatch or removes a grant")
                    .allMatch(change -> change instanceof Change.LeaseExpired
                            || change instanceof Change.MismatchNoted
                            || change instanceof Change.GrantRemoved);
        }
        if (step.command().isFenced() && !isCurrent(asked.fence())) {
            assertThat(decision.changes())
                    .as("a stale fence changes nothing, except that it marks an expired lease")
                    .allMatch(Change.LeaseExpired.class::isInstance);
        }
        given = given.then(decision);
        remember(decision);
        checkStanding();
    }

    /** Every change builds on the one before it and moves only what its kind may move. */
    private void checkChain(Decision<?> decision) {
        Execution current = execution();
        for (Change.OfExecution change : Told.ofExecution(decision)) {
            assertThat(change.before()).isEqualTo(current);
            checkStep(change);
            current = change.after();
        }
    }

    private void checkStep(Change.OfExecution change) {
        var before = change.before();
        var after = change.after();
        boolean acquired = change instanceof Change.Acquired;
        assertThat(after.version()).isEqualTo(before.version() + 1);
        assertThat(after.timing().lastMutationAt()).isEqualTo(given.now());
        assertThat(after.leaseEpoch()).isEqualTo(before.leaseEpoch() + (acquired ? 1 : 0));
        assertThat(after.counters().attempts())
                .isBetween(before.counters().attempts(), before.counters().attempts() + 1);
        assertThat(after.counters().retries())
                .isGreaterThanOrEqualTo(before.counters().retries());
        assertThat(after.counters().replays())
                .isGreaterThanOrEqualTo(before.counters().replays());
        assertThat(after.counters().reclaims())
                .isGreaterThanOrEqualTo(before.counters().reclaims());
        if (before.timing().startedAt().isPresent()) {
            assertThat(after.timing().startedAt()).isEqualTo(before.timing().startedAt());
        }
        if (before.vector().isTerminal()) {
            assertThat(change).as("an end is left by a replay only").isInstanceOf(Change.Replayed.class);
        }
        change.endedAttempt().ifPresent(ended -> {
            assertThat(ended.status().isTerminal()).isTrue();
            assertThat(endedAttempts.add(ended.id())).as("an attempt ends once").isTrue();
            assertThat(before.openAttempt().orElseThrow().id()).isEqualTo(ended.id());
        });
    }

    private void checkEvents(Decision<?> decision) {
        long ends = Told.ofExecution(decision).stream()
                .filter(change -> !change.before().vector().isTerminal()
                        && change.after().vector().isTerminal())
                .count();
        long completions = decision.events().stream()
                .filter(CompletionEvent.class::isInstance)
                .count();
        assertThat(completions).as("one completion per end").isEqualTo(ends);
        for (var event : decision.events()) {
            assertThat(event.occurredAt()).isEqualTo(given.now());
            if (event instanceof LeaseEvent lease) {
                checkLeaseEvent(lease);
            }
        }
    }

    private void checkLeaseEvent(LeaseEvent event) {
        long epoch = event.holder().epoch();
        switch (event.type()) {
            case EXPIRED, REVOKED ->
                assertThat(endedLeases.add(epoch)).as("a lease ends once").isTrue();
            case ACQUIRED, RECLAIMED -> assertThat(epoch).isEqualTo(execution().leaseEpoch() + 1);
            case RENEWED -> assertThat(endedLeases).doesNotContain(epoch);
        }
    }

    /** What must hold wherever an execution stands. */
    private void checkStanding() {
        var e = execution();
        var vector = e.vector();
        assertThat(e.openAttempt().map(attempt -> endedAttempts.contains(attempt.id())))
                .as("an attempt that has ended is not open again")
                .isNotEqualTo(Optional.of(true));
        assertThat(e.dueTimes().delayUntil().isPresent())
                .isEqualTo(vector.eligibility() == EligibilityState.NOT_ELIGIBLE_UNTIL_TIME);
        assertThat(e.timing().completedAt().isPresent()).isEqualTo(vector.isTerminal());
        if (e.dueTimes().attemptTimeoutAt().isPresent()) {
            assertThat(vector.phase()).isEqualTo(LifecyclePhase.ACTIVE);
        }
        if (vector.isTerminal()) {
            assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        }
        if (given.loaded().grant().isPresent()) {
            assertThat(vector.isEligible()
                            || vector.ownership() == OwnershipState.LEASE_EXPIRED_RECLAIMABLE
                            || vector.ownership() == OwnershipState.LEASE_REVOKED)
                    .as("a grant stands only on what it was issued for")
                    .isTrue();
        }
    }

    private void remember(Decision<?> decision) {
        if (decision.changes().stream().anyMatch(Change.Acquired.class::isInstance)) {
            fences.add(given.fence());
        }
    }

    private boolean isCurrent(Fence fence) {
        return execution().openAttempt().isPresent() && fence.equals(given.fence());
    }

    private Command.Asked asked(Step step) {
        steps++;
        String worker = "w" + step.worker();
        return new Command.Asked() {
            @Override
            public Acquisition by() {
                var by = Given.acquisition(worker, worker + "-a", steps);
                // A replay does not bring the deadline back; a claim may, so that later ends can be expiries too.
                return new Acquisition(
                        by.workerId(),
                        by.workerInstanceId(),
                        by.leaseId(),
                        by.attemptId(),
                        by.leaseTtlMs(),
                        OptionalLong.empty(),
                        OptionalLong.of(given.now() + 2 * Given.TTL),
                        LeaseMarks.ofNumber((int) (steps % 4)));
            }

            @Override
            public GrantRequest grantRequest() {
                return Given.request(worker, CapabilitySet.EMPTY, 1_000);
            }

            @Override
            public Fence fence() {
                return fences.get(Math.max(fences.size() - 1 - step.fencesBack(), 0));
            }

            @Override
            public BlockingReason blockingReason() {
                return REASONS[(int) (steps % REASONS.length)];
            }
        };
    }
}
