package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Standing;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorRulesTest {

    @ParameterizedTest
    @CsvSource({"20000, 9000", "99999, 9000", "9000, 9000", "50, 50", "0, 0", "-5, 0"})
    void aNewPriorityIsClampedAndTold(int wanted, int stored) {
        var given = created(arguments().priority(7)).after(5);

        var decision = OperatorRules.changePriority(given.execution(), wanted, given.now());

        assertThat(result(decision)).isEqualTo(Ok.OK);
        assertThat(decision.changes()).hasSize(1).first().isInstanceOf(Change.Reprioritised.class);
        assertThat(after(decision).priority()).isEqualTo(stored);
        assertThat(after(decision).vector()).isEqualTo(given.execution().vector());
        assertThat(after(decision).timing().createdAt()).isEqualTo(T0);
        assertThat(after(decision).timing().lastMutationAt()).isEqualTo(given.now());
        assertThat(after(decision).timing().lastTransitionAt()).isEqualTo(T0);
        assertThat(events(decision))
                .containsExactly("operator priority_changed {new_priority=%d, old_priority=7}".formatted(stored));
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyTheEligibleAreReordered(Standing standing) {
        var given = standing.given();

        var decision = OperatorRules.changePriority(given.execution(), 5, given.now());

        switch (standing) {
            case WAITING, RETRY_DUE, INTERRUPTED, REPLAYED ->
                assertThat(after(decision).priority()).isEqualTo(5);
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void onlyTheSuspendedAreResumed(Standing standing) {
        var given = standing.given();

        var decision = OperatorRules.resume(given.execution(), 0, given.now());

        if (standing == Standing.SUSPENDED) {
            assertThat(result(decision)).isEqualTo(PublicState.WAITING);
            assertThat(after(decision).openAttempt().orElseThrow().status()).isEqualTo(AttemptStatus.SUSPENDED);
            assertThat(decision.events()).isEmpty();
        } else {
            refusesQuietly(decision, ErrorCode.EXECUTION_NOT_SUSPENDED);
        }
    }

    @Test
    void aDelayedResumeKeepsItsDueTimeAndIsPromoted() {
        var given = Standing.SUSPENDED.given().after(5);

        var decision = OperatorRules.resume(given.execution(), 700, given.now());

        assertThat(result(decision)).isEqualTo(PublicState.DELAYED);
        assertThat(after(decision).dueTimes().delayUntil()).hasValue(given.now() + 700);
        assertThat(after(decision).blockingDetail()).isEqualTo("delayed until " + (given.now() + 700));
        assertThat(given.then(decision).promoted().execution().vector().isEligible())
                .isTrue();
    }

    @Test
    void aResumedAttemptIsContinuedUnderItsOldIndex() {
        var resumed = Standing.SUSPENDED.given().resumed(0).leasedBy("w2");

        assertThat(resumed.execution().openAttempt().orElseThrow().index()).isZero();
        assertThat(resumed.execution().counters().attempts()).isEqualTo(1);
        assertThat(resumed.execution().leaseEpoch()).isEqualTo(2);
        assertThat(resumed.completed().execution().publicState()).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    void aDelayThatWouldOverflowEndsAtTheLastMoment() {
        var given = Standing.SUSPENDED.given();

        var decision = OperatorRules.resume(given.execution(), Long.MAX_VALUE, given.now());

        assertThat(after(decision).dueTimes().delayUntil()).hasValue(Long.MAX_VALUE);
    }

    @Test
    void aChangedPriorityOutlivesTheWholeLife() {
        var given = eligible();
        var ranked = given.then(OperatorRules.changePriority(given.execution(), 80, given.now()));

        assertThat(ranked.leasedBy("w1").completed().replayed().execution().priority())
                .isEqualTo(80);
    }
}
