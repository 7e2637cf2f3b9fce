package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.ExecutionEnding;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.op.operator.ReplayOutcome;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §9.3 — starting an ended execution again. */
class ReplayTest {
    private static final FlowId FLOW = new FlowId(new UUID(5, 5));

    @ParameterizedTest
    @EnumSource(Standing.class)
    void whateverHasEndedCanBeReplayedAndNothingElse(Standing standing) {
        var decision = replay(standing.given());

        switch (standing) {
            case SUCCEEDED, FAILED, CANCELLED, CANCELLED_UNRUN, EXPIRED, SKIPPED -> {
                assertThat(result(decision)).isEqualTo(new ReplayOutcome.Replayed(PublicState.WAITING));
                assertThat(events(decision)).containsExactly("operator replayed {branch=normal}");
            }
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_TERMINAL);
        }
    }

    @Test
    void aReplayForgetsTheEndAndKeepsTheHistory() {
        var given = created(arguments().policy(RETRYING).deadlineAt(T0 + 90_000))
                .leasedBy("w1")
                .failed()
                .promoted()
                .leasedBy("w2")
                .leaseExpired()
                .leasedBy("w3")
                .cancelled()
                .after(5);
        var before = given.execution();

        var decision = replay(given);

        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Replayed.class);
        var e = after(decision);
        assertThat(e.ending()).isEqualTo(ExecutionEnding.NONE);
        assertThat(e.timing().completedAt()).isEmpty();
        assertThat(e.timing().startedAt()).hasValue(T0);
        assertThat(e.dueTimes()).isEqualTo(DueTimes.NONE);
        assertThat(e.counters()).isEqualTo(new Counters(3, 1, 1, 1));
        assertThat(e.leaseEpoch()).isEqualTo(before.leaseEpoch());
        assertThat(e.current()).isEqualTo(before.current());
        assertThat(e.openAttempt()).isEmpty();
        assertThat(e.pending())
                .isEqualTo(PendingLineage.replay(Optional.of("why"), Optional.of("ops"), OptionalInt.of(2)));
    }

    @Test
    void retriesThatWereUsedUpStayUsedUp() {
        var given = eligible(RETRYING);
        for (int i = 0; i < 2; i++) {
            given = given.leasedBy("w1").failed().promoted();
        }
        given = given.leasedBy("w1").failed();
        assertThat(given.execution().publicState()).isEqualTo(PublicState.FAILED);

        assertThat(given.replayed().leasedBy("w1").failed().execution().publicState())
                .isEqualTo(PublicState.FAILED);
    }

    @Test
    void theReplayAfterTheTenthIsRefused() {
        var given = Standing.SUCCEEDED.given();
        for (int i = 0; i < 10; i++) {
            given = given.replayed().leasedBy("w1").completed();
        }

        assertThat(given.execution().counters().replays()).isEqualTo(10);
        refusesQuietly(replay(given), ErrorCode.MAX_REPLAYS_EXHAUSTED);
    }

    @Test
    void thePolicyMayForbidReplays() {
        var given = eligible(ExecutionPolicy.builder().maxReplays(0).build())
                .leasedBy("w1")
                .completed();

        refusesQuietly(replay(given), ErrorCode.MAX_REPLAYS_EXHAUSTED);
    }

    @Test
    void anEndedFlowIsToldBeforeTheLimitAndAfterThePhase() {
        var exhausted = eligible(ExecutionPolicy.builder().maxReplays(0).build())
                .leasedBy("w1")
                .completed();

        refusesQuietly(replay(exhausted.member(true, false, 0, 0)), ErrorCode.FLOW_ALREADY_TERMINAL);
        refusesQuietly(replay(Standing.LEASED.given().member(true, false, 0, 0)), ErrorCode.EXECUTION_NOT_TERMINAL);
    }

    @Test
    void aSkippedMemberWaitsForTheDependenciesThatAreOpenAgain() {
        var given = eligible().inFlow(FLOW).skipped().member(false, false, 1, 2);

        var decision = replay(given);

        assertThat(result(decision)).isEqualTo(new ReplayOutcome.Replayed(PublicState.WAITING_CHILDREN));
        assertThat(after(decision).blockingDetail()).isEqualTo("3 dep(s) unsatisfied after replay");
        assertThat(events(decision)).containsExactly("operator replayed {branch=skipped_flow_member, groups_reset=2}");
    }

    @Test
    void aSkippedMemberWithNothingOpenIsEligibleAtOnce() {
        var decision = replay(eligible().inFlow(FLOW).skipped());

        assertThat(result(decision)).isEqualTo(new ReplayOutcome.Replayed(PublicState.WAITING));
        assertThat(after(decision).blockingDetail()).isEmpty();
        assertThat(events(decision)).containsExactly("operator replayed {branch=skipped_flow_member, groups_reset=0}");
    }

    @Test
    void aMemberCancelledWhileItWaitedGoesBackToItsDependencies() {
        var given = eligible().inFlow(FLOW).cancelled().member(false, false, 2, 0);

        var decision = replay(given);

        assertThat(result(decision)).isEqualTo(new ReplayOutcome.Replayed(PublicState.WAITING_CHILDREN));
        assertThat(after(decision).blockingDetail()).isEqualTo("2 dep(s) unsatisfied after replay");
    }

    @Test
    void aMemberWhoseDependenciesAreMetIsReplayedLikeAnyOther() {
        var decision = replay(eligible().inFlow(FLOW).leasedBy("w1").failed());

        assertThat(events(decision)).containsExactly("operator replayed {branch=normal}");
    }

    private static Decision<ReplayOutcome> replay(Given given) {
        return OperatorRules.replay(given.loaded(), Optional.of("why"), Optional.of("ops"), given.now());
    }
}
