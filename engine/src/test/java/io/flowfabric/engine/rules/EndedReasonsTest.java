package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.explain.ExplainContext;
import io.flowfabric.engine.rules.explain.ExplainRules;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.read.Explanation.Reason;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** 08 §8 — what is said of an execution that has ended. */
class EndedReasonsTest {
    private static final String WHEN = "1970-01-01T00:16:40Z";

    @Test
    void failureIsToldWithItsReason() {
        var reason = explain(eligible().leasedBy("w1").failed());

        assertThat(reason.text()).isEqualTo("ended as failed at " + WHEN + ": boom");
        assertThat(reason.details())
                .containsEntry("outcome", "failed")
                .containsEntry("failure_reason", "boom")
                .containsEntry("completed_at", T0)
                .doesNotContainKey("cancellation_reason");
    }

    @Test
    void cancelIsToldWithItsReason() {
        var reason = explain(eligible().cancelled());

        assertThat(reason.text()).isEqualTo("ended as cancelled at " + WHEN + ": not needed");
        assertThat(reason.details()).containsEntry("cancellation_reason", "not needed");
    }

    @Test
    void endWithoutAReasonIsToldWithoutOne() {
        var given = eligible();
        var silent = given.then(CancelRules.cancelExecution(
                given.loaded(), "", CancelSource.OPERATOR_OVERRIDE, Optional.empty(), OptionalLong.empty(), T0));

        assertThat(explain(silent).text()).isEqualTo("ended as cancelled at " + WHEN);
        assertThat(explain(eligible().leasedBy("w1").completed()).text()).isEqualTo("ended as completed at " + WHEN);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 1, 'an operator replays it, which its policy allows 2 times more', 2",
        "2, 1, 'an operator replays it, which its policy allows 1 time more', 1",
        "1, 1, 'never: it was replayed as often as its policy allows', 0",
        "0, 0, 'never: it was replayed as often as its policy allows', 0",
    })
    void replaysThatAreLeftAreCounted(long most, int replays, String changesWhen, long left) {
        var given = eligible(ExecutionPolicy.builder().maxReplays(most).build())
                .leasedBy("w1")
                .completed();
        for (int i = 0; i < replays; i++) {
            given = given.replayed().leasedBy("w1").completed();
        }

        var reason = explain(given);

        assertThat(reason.changesWhen()).isEqualTo(changesWhen);
        assertThat(reason.details()).containsEntry("replays_left", left);
    }

    @ParameterizedTest
    @EnumSource(Standing.class)
    void workersMatterToWhatWaitsForOne(Standing standing) {
        boolean matter = switch (standing) {
            case WAITING, RETRY_DUE, INTERRUPTED, REPLAYED, BLOCKED_BY_ROUTE -> true;
            default -> false;
        };

        assertThat(ExplainRules.dependsOnWorkers(standing.given().execution())).isEqualTo(matter);
    }

    private static Reason explain(Given given) {
        return ExplainRules.explain(given.loaded(), new ExplainContext(List.of(), 0, 0), given.now())
                .reasons()
                .get(0);
    }
}
