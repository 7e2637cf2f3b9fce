package io.flowfabric.model.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.execution.Progress;
import io.flowfabric.model.execution.Samples;
import io.flowfabric.model.state.AttemptStatus;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AttemptTest {

    @Test
    void aContinuedAttemptKeepsIdIndexAndStartAndForgetsItsPause() {
        var resumed = Samples.ATTEMPT.suspended("worker_delay", 1_100).resumed(Samples.holder(8), 1_200);

        assertThat(resumed.id()).isEqualTo(Samples.ATTEMPT.id());
        assertThat(resumed.index()).isEqualTo(Samples.ATTEMPT.index());
        assertThat(resumed.status()).isEqualTo(AttemptStatus.STARTED);
        assertThat(resumed.pausedBy()).isEmpty();
        assertThat(resumed.holder()).contains(Samples.holder(8));
        assertThat(resumed.times())
                .isEqualTo(new AttemptTimes(1_000, OptionalLong.of(1_200), OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aPausedAttemptSaysWhatPausedItAndWhoRanItLast() {
        var paused = Samples.ATTEMPT.suspended("waiting_children", 1_100);

        assertThat(paused.status()).isEqualTo(AttemptStatus.SUSPENDED);
        assertThat(paused.pausedBy()).contains("waiting_children");
        assertThat(paused.times().suspendedAt()).hasValue(1_100);
        assertThat(paused.holder()).isEqualTo(Samples.ATTEMPT.holder());
    }

    @Test
    void anEndedAttemptSaysWhenAndWhy() {
        var failure = new AttemptFailure("boom", Optional.of("timeout"));

        var ended = Samples.ATTEMPT.ended(AttemptStatus.ENDED_FAILURE, failure, 1_300);

        assertThat(ended.status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
        assertThat(ended.failure()).contains(failure);
        assertThat(ended.times().endedAt()).hasValue(1_300);
        assertThat(ended.withoutHolder().holder()).isEmpty();
    }

    @Test
    void aSuccessfulAttemptHasNoFailure() {
        var ended = Samples.ATTEMPT.succeeded(1_300);

        assertThat(ended.status()).isEqualTo(AttemptStatus.ENDED_SUCCESS);
        assertThat(ended.failure()).isEmpty();
        assertThat(ended.times().endedAt()).hasValue(1_300);
    }

    @Test
    void progressOverwritesOnlyWhatIsGiven() {
        var first = Progress.NONE.updated(OptionalInt.of(10), Optional.of("a"), 1);
        var second = first.updated(OptionalInt.of(75), Optional.empty(), 2);
        var third = second.updated(OptionalInt.empty(), Optional.of("b"), 3);

        assertThat(second).isEqualTo(new Progress(OptionalInt.of(75), Optional.of("a"), OptionalLong.of(2)));
        assertThat(third).isEqualTo(new Progress(OptionalInt.of(75), Optional.of("b"), OptionalLong.of(3)));
        assertThat(third.updated(OptionalInt.empty(), Optional.of(""), 4).message())
                .contains("b");
        assertThat(Progress.NONE
                        .updated(OptionalInt.of(25), Optional.empty(), 1)
                        .message())
                .isEmpty();
    }
}
