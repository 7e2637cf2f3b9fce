package io.flowfabric.engine.rules.record;

import static io.flowfabric.engine.rules.Given.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Given;
import io.flowfabric.model.execution.DueTimes;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** 02 §14 — what keeps an execution from being found where its state says. */
class IndexRulesTest {

    @ParameterizedTest
    @CsvSource({
        "'', tests, true",
        "default, tests, true",
        "other default, tests, true",
        "other, tests, false",
        "'', others, false",
        "default, others, false",
    })
    void scanCoversTheLanesAndTheNamespaceItNames(String lanes, String namespace, boolean concerned) {
        var wanted = new ReconcileExecutionIndex(
                OptionalInt.empty(),
                Stream.of(lanes.split(" "))
                        .filter(lane -> !lane.isEmpty())
                        .map(LaneId::new)
                        .toList(),
                new ScannerFilter(Optional.of(new Namespace(namespace)), Optional.empty()));

        assertThat(IndexRules.concerns(wanted, Given.eligible().execution(), Tags.EMPTY))
                .isEqualTo(concerned);
    }

    private static final OptionalLong LATER = OptionalLong.of(T0 + 1000);

    @ParameterizedTest
    @MethodSource
    void whatTheRulesMakeIsInItsPlace(Given given) {
        assertThat(IndexRules.misplacement(given.execution())).isEmpty();
    }

    static Stream<Given> whatTheRulesMakeIsInItsPlace() {
        var held = Given.eligible().leasedBy("w1");
        return Stream.of(
                Given.eligible(),
                Given.delayedUntil(T0 + 1000),
                held,
                held.leaseExpired(),
                held.revoked(),
                held.completed(),
                held.failed(),
                Given.eligible(Given.RETRYING).leasedBy("w1").failed(),
                held.pausedUntil(T0 + 1000));
    }

    @ParameterizedTest
    @MethodSource
    void whatIsOutOfPlaceSaysWhy(Execution misplaced, String why) {
        assertThat(IndexRules.misplacement(misplaced))
                .hasValueSatisfying(text -> assertThat(text).contains(why));
    }

    static Stream<Arguments> whatIsOutOfPlaceSaysWhy() {
        var eligible = Given.eligible().execution();
        var held = Given.eligible().leasedBy("w1");
        var expired = held.leaseExpired().execution();
        var revoked = held.revoked().execution();
        return Stream.of(
                Arguments.of(
                        Given.delayedUntil(T0 + 1000)
                                .execution()
                                .edit()
                                .dueTimes(DueTimes.NONE)
                                .done(),
                        "delayed, but until no moment"),
                Arguments.of(in(held.execution(), VectorRow.LEASE_EXPIRED), "expired, but at no moment"),
                Arguments.of(in(held.execution(), VectorRow.LEASE_REVOKED), "revoked, but at no moment"),
                Arguments.of(leased(expired), "a time since when it is reclaimable"),
                Arguments.of(leased(revoked), "a time since when it is reclaimable"),
                Arguments.of(
                        eligible.edit()
                                .dueTimes(DueTimes.NONE.withAttemptTimeoutAt(LATER))
                                .done(),
                        "no worker runs it"),
                Arguments.of(eligible.edit().completedAt(LATER).done(), "a moment of its end"),
                Arguments.of(
                        held.completed()
                                .execution()
                                .edit()
                                .completedAt(OptionalLong.empty())
                                .done(),
                        "ended, but at no moment"),
                Arguments.of(
                        held.completed()
                                .execution()
                                .edit()
                                .dueTimes(DueTimes.NONE.withDeadlineAt(LATER))
                                .done(),
                        "something is due for it"));
    }

    private static Execution leased(Execution e) {
        return e.edit()
                .transition(StateVector.of(VectorRow.LEASED, AttemptState.RUNNING_ATTEMPT), "", T0)
                .done();
    }

    private static Execution in(Execution e, VectorRow row) {
        return e.edit()
                .transition(StateVector.of(row, AttemptState.ATTEMPT_INTERRUPTED), "", T0)
                .done();
    }
}
