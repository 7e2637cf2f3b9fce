package io.flowfabric.engine.rules.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.lane.QueueRules.QueueChoice;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueRulesTest {
    private static final ExecutionId ID = ExecutionId.minted(0);

    @ParameterizedTest
    @CsvSource({
        "mail, 0, false, 0, OWN",
        "mail, 63, true, 499, OWN",
        "mail, 64, false, 64, SHARED",
        "mail, 0, false, 500, SHARED",
        "mail, 0, true, 999, SHARED",
        "mail, 0, false, 999, SHARED",
        "mail, 0, true, 1000, SHARED",
        "mail, 0, true, 5000, SHARED",
        "mail, 0, false, 1000, NONE",
        "mail, 1, false, 1000, NONE",
        "'', 0, false, 0, SHARED",
        "'', 0, false, 1000, NONE",
    })
    void placeDependsOnWhatThereIs(String kind, int kinds, boolean shared, int queues, QueueChoice place) {
        assertThat(QueueRules.placeOf(kind, kinds, shared, queues)).isEqualTo(place);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, true", "63, 499, true", "64, 64, false", "0, 500, false"})
    void kindsMayGetQueuesOfTheirOwnUpToAPoint(int kinds, int queues, boolean open) {
        assertThat(QueueRules.isOpenToKinds(kinds, queues)).isEqualTo(open);
    }

    @Test
    void refusalNamesWhatIsFullAndWhenToComeBack() {
        var refusal = QueueRules.full(new Namespace("shop"), new LaneId("main"), 1003);

        assertThat(refusal.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
        assertThat(refusal.detail())
                .isEqualTo("namespace shop has 1003 queues on lane main, the most that are allowed");
        assertThat(refusal.toException()).isInstanceOfSatisfying(ResourceExhaustedException.class, full -> {
            assertThat(full.resource()).isEqualTo(ResourceExhaustedException.Resource.PERMITS);
            assertThat(full.pool()).isEqualTo("queues");
            assertThat(full.max()).isEqualTo(1000);
            assertThat(full.retryAfter()).hasValue(Duration.ofHours(1));
        });
    }

    @Test
    void executionWithoutAQueueIsRefusedUnlessItIsThereAlready() {
        var args = CreateExecution.of(new Namespace("shop"), new LaneId("main"), "charge")
                .build();
        var full = OptionalInt.of(1000);

        var refused = CreateRules.create(args, ID, new Existing(Optional.empty(), false, full), 1);
        assertThat(refused.changes()).isEmpty();
        assertThat(refused.events()).isEmpty();
        assertThat(refused.answer())
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        answer -> assertThat(answer.error().code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
        assertThat(CreateRules.create(args, ID, new Existing(Optional.empty(), true, full), 1)
                        .answer()
                        .orThrow())
                .isEqualTo(new Duplicate(ID));
    }
}
