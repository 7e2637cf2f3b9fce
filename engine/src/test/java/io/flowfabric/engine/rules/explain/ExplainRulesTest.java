package io.flowfabric.engine.rules.explain;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseMarks;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainRulesTest {
    private static final ExplainContext NO_WORKERS = new ExplainContext(List.of(), 0, 0);

    @ParameterizedTest
    @CsvSource({
        "WAITING, waiting_for_worker",
        "DELAYED, waiting_for_delay",
        "RETRY_BACKOFF, waiting_for_retry_backoff",
        "RETRY_DUE, waiting_for_worker",
        "PAUSED, waiting_for_delay",
        "INTERRUPTED, waiting_for_worker",
        "RESUME_DELAY, waiting_for_resume_delay",
        "WAITING_CHILDREN, waiting_for_children",
        "BLOCKED_BY_BUDGET, waiting_for_budget",
        "BLOCKED_BY_QUOTA, waiting_for_quota",
        "BLOCKED_BY_ROUTE, waiting_for_capable_worker",
        "BLOCKED_BY_OPERATOR, paused_by_operator",
        "BLOCKED_BY_LANE_STATE, paused_by_policy",
        "LEASED, running",
        "LEASE_EXPIRED_UNMARKED, lease_expired",
        "LEASE_EXPIRED, lease_expired",
        "REVOKED, lease_revoked",
        "SUSPENDED, waiting_for_approval",
        "SUCCEEDED, ended",
        "FAILED, ended",
        "CANCELLED, ended",
        "CANCELLED_UNRUN, ended",
        "EXPIRED, ended",
        "SKIPPED, ended",
        "REPLAYED, waiting_for_worker",
    })
    void everyStandingHasItsFirstCode(Standing standing, String code) {
        assertThat(explain(standing.given(), NO_WORKERS).reasons())
                .singleElement()
                .extracting(Explanation.Reason::code)
                .isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void everyReasonSaysWhatItIsAndWhatWouldChangeIt(Standing standing) {
        var explanation = explain(standing.given(), NO_WORKERS);

        assertThat(explanation.summary()).isNotBlank();
        assertThat(explanation.reasons()).allSatisfy(reason -> {
            assertThat(reason.text()).isNotBlank();
            assertThat(reason.changesWhen()).isNotBlank();
            assertThat(reason.details()).isNotEmpty().doesNotContainValue(null);
        });
    }

    @Test
    void waitingExecutionSaysHowManyAreAhead() {
        var around = new ExplainContext(List.of(worker("w1")), 3, 0);

        assertThat(explain(eligible(), around).reasons().get(0).details())
                .isEqualTo(Map.of("ahead", 3, "live_workers", 1));
    }

    @Test
    void graceDelaysTheReclaim() {
        var lost = eligible().leasedBy("w1").leaseExpired();
        var details = explain(lost, new ExplainContext(List.of(), 0, 700))
                .reasons()
                .get(0)
                .details();

        assertThat((long) details.get("reclaimable_at")).isEqualTo((long) details.get("since") + 700);
    }

    @Test
    void unstartedExecutionIsReclaimedEvenAtTheCap() {
        var policy = ExecutionPolicy.builder().maxReclaims(0).build();
        var given = eligible(policy);
        var unstarted = given.claimed(given.by("w1").marked(new LeaseMarks(true, false)));

        var spared = explain(unstarted.leaseExpired(), NO_WORKERS);
        var lost = explain(given.leasedBy("w1").leaseExpired(), NO_WORKERS);

        assertThat(spared.summary()).isEqualTo("waits to be reclaimed from w1-a");
        assertThat(only(spared).text()).contains("0 times of at most 0, and this one does not count");
        assertThat(only(spared).changesWhen()).contains("claims from lane default");
        assertThat(lost.summary()).isEqualTo("was lost too often");
        assertThat(only(lost).text()).endsWith("0 times of at most 0");
    }

    @Test
    void revokeToBeAcknowledgedIsReportedFromItsOwnTime() {
        var given = eligible();
        var held = given.claimed(given.by("w1").marked(new LeaseMarks(false, true)));

        var details = only(explain(held.after(10).revoked(), NO_WORKERS)).details();

        assertThat(details).containsEntry("since", T0 + 10).containsEntry("reclaimable_at", T0 + Given.TTL);
    }

    @Test
    void routeBlockedWithoutARequirementSaysThatAnyWorkerCouldRunIt() {
        var blocked = eligible().blockedFor(BlockingReason.WAITING_FOR_CAPABLE_WORKER);

        for (var around : List.of(NO_WORKERS, new ExplainContext(List.of(worker("w1")), 0, 0))) {
            var explanation = explain(blocked, around);

            assertThat(explanation.summary()).isEqualTo("is blocked, though any worker could run it");
            assertThat(only(explanation).text())
                    .isEqualTo("was blocked until a capable worker registers (held back); it requires no capabilities,"
                            + " so any worker of lane default of namespace tests could run it");
            assertThat(only(explanation).changesWhen()).startsWith("an engine checks the route again");
            assertThat(only(explanation).details()).containsEntry("required", List.of());
        }
    }

    @Test
    void retryThatTheStoredPolicyDoesNotAllowIsNotCountedAgainstIt() {
        var leased = eligible().leasedBy("w1");
        var own = new Failure(
                "boom",
                "transient",
                FailureClass.TRANSIENT,
                Given.RETRYING.handling().retryPolicy(),
                0);

        var retried = leased.then(OutcomeRules.fail(leased.execution(), leased.fence(), own, leased.now()));

        assertThat(only(explain(retried, NO_WORKERS)).text()).startsWith("failed (boom); retry 1 begins at ");
        assertThat(only(explain(eligible(Given.RETRYING).leasedBy("w1").failed(), NO_WORKERS))
                        .text())
                .startsWith("failed (boom); retry 1 of 2 begins at ");
    }

    @Test
    void delayThatIsOverdueAsksForAnEngine() {
        var delayed = Given.delayedUntil(T0 + 5_000);

        assertThat(ExplainRules.explain(delayed.loaded(), NO_WORKERS, T0 + 4_999)
                        .reasons()
                        .get(0)
                        .changesWhen())
                .isEqualTo("that time comes");
        assertThat(ExplainRules.explain(delayed.loaded(), NO_WORKERS, T0 + 5_000)
                        .reasons()
                        .get(0)
                        .changesWhen())
                .contains("an engine with timers");
    }

    private static Explanation.Reason only(Explanation explanation) {
        assertThat(explanation.reasons()).hasSize(1);
        return explanation.reasons().get(0);
    }

    private static Explanation explain(Given given, ExplainContext around) {
        return ExplainRules.explain(given.loaded(), around, given.now());
    }

    private static RegisteredWorker worker(String name) {
        return new RegisteredWorker(
                new WorkerKey(new Namespace("shop"), new WorkerInstanceId(name)),
                new WorkerId(name),
                WorkerOffer.of(List.of(new LaneId("main")), CapabilitySet.EMPTY, 30_000),
                T0,
                T0);
    }
}
